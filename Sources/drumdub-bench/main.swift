import Glibc

signal(SIGPIPE, SIG_IGN)
let words = CommandLine.arguments.dropFirst()
exit(words.first == LibraryHolder.word ? LibraryHolder.run(words.dropFirst()) : Benchmark.run(Array(words)))
