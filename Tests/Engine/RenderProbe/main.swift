import EngineExercise

// `render-probe [SESSION]...` renders scripted sessions and prints a hash of each: two builds of the mixer that render
// the same frames and report the same events print the same lines on one machine.

let names = CommandLine.arguments.count > 1 ? Array(CommandLine.arguments.dropFirst()) : ScriptedSession.names
for name in names {
  guard let outcome = ScriptedSession.render(name) else {
    print("\(name) is no session")
    continue
  }
  let hash = String(outcome.hash, radix: 16)
  print("\(name) \(hash) hits=\(outcome.hits) segments=\(outcome.segments)")
}
