import EngineExercise
import Glibc

// `allocation-probe SECONDS` renders a busy session of this duration and prints the heap calls of its audio thread.
// `allocation-probe --self-test` prints the counts for two allocations and a free.

let words = CommandLine.arguments.dropFirst()
if words.first == "--self-test" {
  print(HeapCount.ofItself)
} else if let seconds = words.first.flatMap({ Int($0) }), seconds > 0 {
  let session = BusySession()
  session.play(seconds: seconds, rendering: HeapCount.during, delivering: HeapCount.during)
  print("\(HeapCount.text) \(session.counts.text)")
} else {
  print("usage: allocation-probe SECONDS | --self-test")
  exit(2)
}
