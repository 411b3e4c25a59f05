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
'use strict';

// Size of each chart in its own units, and the place that the labels of its axes take.
const WIDTH = 480, HEIGHT = 190, LEFT = 44, RIGHT = 8, TOP = 8, BOTTOM = 22;

const sum = values => values.reduce((a, b) => a + b, 0);
/** Of what is measured of both services. */
const linesOfBoth = figure => [
  {label: 'NIO p99', style: 'nio', value: s => s.nio[figure].p99},
  {label: 'NIO p50', style: 'nio dashed', value: s => s.nio[figure].p50},
  {label: 'iocpnotify p99', style: 'own', value: s => s.iocpnotify[figure].p99},
  {label: 'iocpnotify p50', style: 'own dashed', value: s => s.iocpnotify[figure].p50},
];
const allCalls = group => sum(Object.values(group.callsPerMessage));

// A page has some of these. A line has a label, a class for its colour and dashes, and what it shows of a sample.
const CHARTS = [
  {
    id: 'roundTrip', logarithmic: true, unit: 'ms',
    title: 'Round trip of the quiet connections',
    lines: linesOfBoth('roundTrip'),
  },
  {
    id: 'taskWait', logarithmic: true, unit: 'ms',
    title: 'How long a task waits for its event loop',
    lines: linesOfBoth('taskWait'),
  },
  {
    id: 'carriers', unit: '', top: about => about.threads,
    title: 'Carriers busy: threads that do not wait',
    lines: [
      {label: 'busy, on average', style: 'own', value: s => s.group.carriersBusy},
      {label: 'slow connections that send', style: 'third dashed', value: s => s.slowConnections},
    ],
  },
  {
    id: 'queueDelay', logarithmic: true, unit: 'ms',
    title: 'Queue delay: how long event loops wait',
    lines: [
      {label: 'p99', style: 'own', value: s => s.group.queueDelay.p99},
      {label: 'p50', style: 'own dashed', value: s => s.group.queueDelay.p50},
    ],
  },
  {
    id: 'runs', logarithmic: true, unit: 'ms',
    title: 'Slowest runs of an event loop',
    lines: [
      {label: 'longest of each second', style: 'third', value: s => s.group.run.max},
      {label: 'p99', style: 'own', value: s => s.group.run.p99},
      {label: 'p50', style: 'own dashed', value: s => s.group.run.p50},
    ],
  },
  {
    id: 'calls', unit: '', title: 'Native calls for each message',
    lines: [
      {label: 'all', style: 'third', value: s => allCalls(s.group)},
      {label: 'ProcessSocketNotifications', style: 'own', value: s => s.group.callsPerMessage.ProcessSocketNotifications},
      {label: 'recv', style: 'nio dashed', value: s => s.group.callsPerMessage.recv},
      {label: 'send', style: 'fourth', value: s => s.group.callsPerMessage.send},
    ],
  },
  {
    id: 'requests', unit: '', title: 'Requests per second', scale: 'requests that were answered',
    lines: [
      {label: 'NIO', style: 'nio', value: s => s.nio.messages / s.intervalSeconds},
      {label: 'iocpnotify', style: 'own', value: s => s.iocpnotify.messages / s.intervalSeconds},
    ],
  },
].filter(chart => document.getElementById(chart.id));

let about = {window: 60, threads: 1};
let samples = [];

function element(name, attributes = {}, ...children) {
  const inSvg = ['svg', 'title', 'line', 'polyline', 'rect', 'text', 'g'].includes(name);
  const made = inSvg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function number(value) {
  return value > 0 && value < 0.005 ? '<0.01' : value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(2);
}

function withUnit(value, chart) {
  return chart.unit ? number(value) + ' ' + chart.unit : number(value);
}

/** The figure around a chart: what it is, its lines with their last values, and the drawing. */
function build(chart) {
  chart.legend = chart.lines.map(line => element('span'));
  chart.drawing = element('g');
  chart.name = element('title', {id: chart.id + '-name'});
  const scale = chart.logarithmic ? 'ms; each grid line is ten times the one below' :
      chart.scale || (chart.top ? 'number of threads' : 'calls, divided by the messages');
  const figure = document.getElementById(chart.id);
  chart.title = figure.dataset.title || chart.title;
  figure.append(
      element('figcaption', {}, chart.title, element('small', {}, scale)),
      element('ul', {class: 'legend'}, ...chart.lines.map((line, i) => element('li', {},
          element('svg', {viewBox: '0 0 24 8', 'aria-hidden': 'true'},
              element('line', {x1: 0, y1: 4, x2: 24, y2: 4, class: 'line ' + line.style})),
          chart.legend[i]))),
      element('svg', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-labelledby': chart.name.id},
          chart.name, chart.drawing));
}

/** From a value to its height in the drawing. */
function scaleOf(chart) {
  const values = chart.lines.flatMap(line => samples.map(line.value));
  const span = HEIGHT - TOP - BOTTOM;
  if (chart.logarithmic) {
    // What took less than the lowest line lies on it.
    const low = Math.floor(Math.log10(Math.max(Math.min(...values, 1), 0.01)));
    const high = Math.ceil(Math.log10(Math.max(...values, 1))) || 1;
    const ticks = [];
    for (let power = low; power <= high; power++) {
      ticks.push(10 ** power);
    }
    const share = value => (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low);
    return {ticks, y: value => HEIGHT - BOTTOM - span * share(value)};
  }
  const top = Math.max(1, chart.top ? chart.top(about) : 0, Math.ceil(Math.max(...values, 0)));
  const ticks = [];
  for (let tick = 0; tick <= top; tick += Math.ceil(top / 4)) {
    ticks.push(tick);
  }
  return {ticks, y: value => HEIGHT - BOTTOM - span * value / top};
}

function draw(chart) {
  const {ticks, y} = scaleOf(chart);
  const end = samples[samples.length - 1].seconds;
  const second = (WIDTH - LEFT - RIGHT) / about.window;
  const x = seconds => WIDTH - RIGHT - (end - seconds) * second;
  const parts = [];
  for (const sample of samples) {
    if (sample.slowConnections > 0) {
      const opacity = 0.22 * sample.slowConnections / about.slowConnections;
      const left = Math.max(LEFT, x(sample.seconds - sample.intervalSeconds));
      parts.push(element('rect', {class: 'band', 'fill-opacity': opacity.toFixed(3), x: left.toFixed(1), y: TOP,
        width: Math.max(0, x(sample.seconds) - left).toFixed(1), height: HEIGHT - TOP - BOTTOM}));
    }
  }
  for (const tick of ticks) {
    const height = y(tick).toFixed(1);
    parts.push(element('line', {class: 'grid', x1: LEFT, x2: WIDTH - RIGHT, y1: height, y2: height}),
        element('text', {x: LEFT - 6, y: height, dy: '0.35em', 'text-anchor': 'end'}, String(+tick.toPrecision(3))));
  }
  for (let ago = 0; ago < about.window; ago += 15) {
    parts.push(element('text', {x: x(end - ago).toFixed(1), y: HEIGHT - 6, 'text-anchor': ago ? 'middle' : 'end'},
        ago ? `${ago} s ago` : 'now'));
  }
  for (const line of chart.lines) {
    const points = samples.map(sample => `${x(sample.seconds).toFixed(1)},${y(line.value(sample)).toFixed(1)}`);
    parts.push(element('polyline', {class: 'line ' + line.style, points: points.join(' ')}));
  }
  chart.drawing.replaceChildren(...parts);

  const last = samples[samples.length - 1];
  const texts = chart.lines.map(line => `${line.label}: ${withUnit(line.value(last), chart)}`);
  texts.forEach((text, i) => { chart.legend[i].textContent = text; });
  chart.name.textContent = `${chart.title}, ${samples.length} samples, one each second. Now ${texts.join(', ')}.`;
}

function fillRow(id, service, seconds) {
  const cells = [(service.messages / seconds).toFixed(0)];
  for (const durations of [service.roundTrip, service.taskWait].filter(Boolean)) {
    cells.push(number(durations.p50), number(durations.p99), number(durations.max));
  }
  const row = document.getElementById(id);
  row.replaceChildren(row.firstElementChild, ...cells.map(text => element('td', {}, text)));
}

function showThreads(group) {
  document.getElementById('threads').replaceChildren(...group.carriers.map(carrier => element('tr', {},
      element('td', {}, carrier.name),
      element('td', {}, carrier.eventLoop ? 'runs ' + carrier.eventLoop : carrier.waiting ? 'waits' : 'is between two runs'),
      element('td', {}, carrier.eventLoop ? number(carrier.runningMillis) : ''))));
  const longest = group.longestRun;
  document.getElementById('longestRun').textContent = !longest ? '' :
      `The longest run so far took ${number(longest.millis)} ms, in ${longest.eventLoop}.` +
      (longest.step ? ` Of it, ${number(longest.stepMillis)} ms were for ${longest.step}.` : '');
}

function show() {
  CHARTS.forEach(draw);
  const last = samples[samples.length - 1];
  fillRow('row-iocpnotify', last.iocpnotify, last.intervalSeconds);
  fillRow('row-nio', last.nio, last.intervalSeconds);
  if (last.group) {
    showThreads(last.group);
  }
}

function explain() {
  document.getElementById('load').textContent = about.load ||
      `Two services, the same but for the transport, each with ${about.threads} threads. To each, ` +
      `${about.quietConnections} quiet connections send a message every ${about.everyMillis} ms. From time to time, up to ` +
      `${about.slowConnections} slow connections send messages whose handler sleeps ${about.sleepMillis} ms.`;
  document.getElementById('machine').textContent =
      `${about.system}, Java ${about.java}, ${about.processors} processors; provider of iocpnotify: ${about.provider}.`;
}

function status(text, lost) {
  const line = document.getElementById('status');
  // A screen reader says each change, so only a real one is made.
  if (line.textContent !== text) {
    line.textContent = text;
    line.classList.toggle('lost', lost);
  }
}

CHARTS.forEach(build);
let drawing = false;
const events = new EventSource('events');
events.addEventListener('about', event => {
  // The first event of each connection. The samples of the last minute follow.
  about = JSON.parse(event.data);
  samples = [];
  explain();
});
events.addEventListener('sample', event => {
  samples.push(JSON.parse(event.data));
  samples.splice(0, samples.length - about.window);
  status('Connected: a new sample every second.', false);
  if (!drawing) {
    // Many samples come at once at the beginning.
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      show();
    });
  }
});
events.addEventListener('error', () => status('The connection is lost. It is tried again.', true));
