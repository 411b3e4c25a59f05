/*
 * Copyright 2026 The Netty Project
 *
 * The Netty Project licenses this file to you under the Apache License,
 * version 2.0 (the "License"); you may not use this file except in compliance
 * with the License. You may obtain a copy of the License at:
 *
 *   https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS, WITHOUT
 * WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the
 * License for the specific language governing permissions and limitations
 * under the License.
 */

// The contrast, as WCAG 2 defines it, of each text and of each line of a chart with the page behind it.
(() => {
  const luminance = color => {
    const [r, g, b] = color.match(/[0-9.]+/g).map(Number).map(value => value / 255)
        .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const page = luminance(getComputedStyle(document.body).backgroundColor);
  const contrast = color => {
    const other = luminance(color);
    return (Math.max(page, other) + 0.05) / (Math.min(page, other) + 0.05);
  };
  const all = selector => Array.from(document.querySelectorAll(selector));
  const texts = all('h1, h2, p, li, th, td, caption, figcaption, small')
      .map(text => ({text: true, what: text.tagName, color: getComputedStyle(text).color}));
  const labels = all('svg text').map(text => ({text: true, what: 'label', color: getComputedStyle(text).fill}));
  const lines = all('polyline')
      .map(line => ({text: false, what: line.getAttribute('class'), color: getComputedStyle(line).stroke}));
  return [...texts, ...labels, ...lines].map(pair => ({...pair, contrast: contrast(pair.color)}));
})();
