import AudioBase
import MixEngine

@testable import Dubbing

/// A take, the marks and the tempo of a song, a journal, or the records of a journal without lengths and checksums, which a fuzzer would not guess: a take is
/// written as it was read, and can be undone, redone and played.
enum TakeFuzz {
  static func take(_ bytes: [UInt8]) {
    if let take = try? TakeFile.decode(bytes, subject: "take") { check(take) }
    if let song = try? SongFile.decode(bytes, subject: "song") { check(song) }
    recover(bytes)
    recover(framed(bytes))
  }

  /// What stands between the bytes `1E`, each as a record.
  private static func framed(_ bytes: [UInt8]) -> [UInt8] {
    bytes.split(separator: 0x1E).reduce(into: JournalCoder.signature) { journal, payload in
      journal += LittleEndian.bytes(of: UInt32(payload.count))
      journal += LittleEndian.bytes(of: CRC32.of(payload)) + payload
    }
  }

  private static func recover(_ bytes: [UInt8]) {
    guard let recovery = JournalRecovery(bytes), case var take = recovery.begun else { return }
    recovery.complete(&take)
    check(take)
    let once = take
    recovery.complete(&take)
    precondition(take == once, "recovering again changes \(once) into \(take)")
  }

  private static func check(_ song: Song) {
    guard let again = try? SongFile.decode(SongFile.encode(song), subject: "song") else {
      preconditionFailure("a written song cannot be read")
    }
    precondition(again == song, "\(song) became \(again)")
    var edited = song
    for mark in song.marks { edited.apply([.remove(name: mark.name)]) }
    precondition(edited.marks.isEmpty, "a mark is not removed")
  }

  static func check(_ take: Take) {
    guard let again = try? TakeFile.decode(TakeFile.encode(take), subject: "take") else {
      preconditionFailure("a written take cannot be read")
    }
    precondition(again == take, "\(take) became \(again)")
    var edited = take
    for _ in 0..<4 { edited.undo() }
    for _ in 0..<4 { edited.redo() }
    edited.addLayer()
    _ = edited.nextLayerID
    let engine = AudioEngine(sampleRate: .standard, program: PadProgram(pads: []))
    engine.control.startFree(HitSequence(TakeCompiler.hits(of: edited)))
    _ = OfflineDevice(engine).render(FrameCount(512))
  }
}
