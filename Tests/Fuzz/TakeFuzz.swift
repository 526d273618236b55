import AudioBase
import Dubbing
import MixEngine

/// A take's file, or a journal: what is read is written as it was read, and can be undone, redone and played.
enum TakeFuzz {
  static func take(_ bytes: [UInt8]) {
    if let take = try? TakeFile.decode(bytes, subject: "take") { check(take) }
    guard let recovery = JournalRecovery(bytes), var take = recovery.begun else { return }
    recovery.complete(&take)
    check(take)
    let hits = take.hitCount
    recovery.complete(&take)
    precondition(take.hitCount == hits, "recovering again adds hits")
  }

  private static func check(_ take: Take) {
    guard let again = try? TakeFile.decode(TakeFile.encode(take), subject: "take") else {
      preconditionFailure("what was written cannot be read")
    }
    precondition(again == take, "\(take) became \(again)")
    var edited = take
    for _ in 0..<4 { edited.undo() }
    for _ in 0..<4 { edited.redo() }
    edited.addLayer()
    _ = edited.nextLayerID
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
    engine.startFree(HitPlan(TakeCompiler.hits(of: edited)))
    _ = OfflineDevice(engine).render(FrameCount(512))
  }
}
