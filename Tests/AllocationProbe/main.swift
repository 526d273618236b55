import EngineExercise
import Glibc

// `allocation-probe SECONDS` renders so many seconds of a busy session and prints what its audio thread asked of the
// heap; `allocation-probe --self-test` prints what the counter makes of two allocations and a free.

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
