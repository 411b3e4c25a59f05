module iocpnotify/microbench

go 1.19
