import Glibc

signal(SIGPIPE, SIG_IGN)
let words = CommandLine.arguments.dropFirst()
exit(
  words.first == IndexMemoryProcess.word
    ? IndexMemoryProcess.run(words.dropFirst()) : Benchmark.run(Array(words)))
