import Glibc
import HeardSound
import SystemBase
import TestSupport

/// An entry of the queue that cannot be played correctly, and the message about it.
enum BadFile: String, CaseIterable {
  case missing, missingInList, empty, text, folderWithoutMusic, unreadable, cutWAV, cutFLAC, cutMP3, cutOgg
  case noFrames, manyChannels, lowRate, highRate, lyingLength, noNumbers, changingRate

  /// Makes it. Returns the word for the command line.
  func make(in sandbox: Sandbox) throws -> String {
    switch self {
    case .missing: return "missing.flac"
    case .missingInList:
      try sandbox.write("away.flac\n".utf8, to: "list.m3u")
      return "list.m3u"
    case .empty: try sandbox.write([], to: "empty.flac")
    case .text: try sandbox.write("These are words and no music.\n".utf8, to: "text.mp3")
    case .folderWithoutMusic:
      try sandbox.write("notes".utf8, to: "folder/notes.txt")
      return "folder"
    case .unreadable: try makeUnreadable(in: sandbox)
    case .cutWAV: try makeCut("cut.wav", in: sandbox)
    case .cutFLAC: try makeCut("cut.flac", in: sandbox)
    case .cutMP3: try makeCut("cut.mp3", in: sandbox)
    case .cutOgg: try makeCut("cut.ogg", in: sandbox)
    case .noFrames: try sandbox.write(BadWAV(frames: 0).bytes, to: name)
    case .manyChannels: try sandbox.write(BadWAV(channels: 300).bytes, to: name)
    case .lowRate: try sandbox.write(BadWAV(rate: 1).bytes, to: name)
    case .highRate: try sandbox.write(BadWAV(rate: 1_000_000_000).bytes, to: name)
    case .lyingLength: try sandbox.write(BadWAV(claimedFrames: 480_000).bytes, to: name)
    case .noNumbers: try sandbox.write(BadWAV(values: [.nan, .infinity, 3e38, 0.1]).bytes, to: name)
    case .changingRate: try makeChangingRate(in: sandbox)
    }
    return name
  }

  private var name: String {
    switch self {
    case .empty: "empty.flac"
    case .text: "text.mp3"
    case .unreadable: "unreadable.flac"
    case .cutWAV: "cut.wav"
    case .cutFLAC: "cut.flac"
    case .cutMP3: "cut.mp3"
    case .cutOgg: "cut.ogg"
    case .noFrames: "none.wav"
    case .manyChannels: "many.wav"
    case .lowRate: "low.wav"
    case .highRate: "high.wav"
    case .lyingLength: "lying.wav"
    case .noNumbers: "nan.wav"
    case .changingRate: "changing.mp3"
    default: ""
    }
  }

  /// What the screen says.
  var sentence: String {
    switch self {
    case .missing: "cannot play missing.flac: no such file; skipped"
    case .missingInList: "cannot play away.flac: no such file; skipped"
    case .empty: "cannot play empty.flac: the file is empty; skipped"
    case .text: "cannot play text.mp3: not a sound file; skipped"
    case .folderWithoutMusic: "folder holds no music; name another folder"
    case .unreadable: "cannot play unreadable.flac: permission denied; skipped"
    case .cutWAV, .cutFLAC, .cutMP3: "\(name) ends at 00:00 of 00:01: the file is truncated; copy it again"
    case .cutOgg: "\(name) ends at 00:00: the file is truncated; copy it again"
    case .noFrames: "cannot play none.wav: the file is empty; skipped"
    case .manyChannels: "cannot play many.wav: the file is damaged (300 channels); skipped"
    case .lowRate: "cannot play low.wav: the file is damaged (a sample rate of 1 Hz); skipped"
    case .highRate: "cannot play high.wav: the file is damaged (a sample rate of 1000000000 Hz); skipped"
    case .lyingLength: "lying.wav ends at 00:00 of 00:10: the file is truncated; copy it again"
    case .noNumbers: "nan.wav contains samples that are not numbers; they are silenced"
    case .changingRate: "changing.mp3 is damaged"
    }
  }

  private func makeUnreadable(in sandbox: Sandbox) throws {
    let path = try TestTrack(seed: 5, seconds: 1).write(to: name, in: sandbox)
    guard path.withCString({ chmod($0, 0) }) == 0 else { throw FileError(errno: errno, name, call: "chmod") }
  }

  /// Half a second at one rate, then more of another than is passed over as noise.
  private func makeChangingRate(in sandbox: Sandbox) throws {
    var bytes: [UInt8] = []
    for (rate, seconds) in [("44.1", 0.5), ("22.05", 4)] {
      let source = try TestTrack(seed: 6, seconds: seconds).write(to: "source.wav", in: sandbox).shown
      let part = sandbox.file("part.mp3")
      try Tool.run("lame", ["--quiet", "--resample", rate, source, part.shown])
      bytes += try FileBytes.read(part, limit: 1 << 24)
    }
    try sandbox.write(bytes, to: name)
  }

  /// The first six tenths of a file of one second.
  private func makeCut(_ name: String, in sandbox: Sandbox) throws {
    let source = try TestTrack(seed: 6, seconds: 1).write(to: "source.wav", in: sandbox).shown
    let target = sandbox.file(name).shown
    switch self {
    case .cutFLAC: try Tool.run("flac", ["-s", "-o", target, source])
    case .cutMP3: try Tool.run("lame", ["--quiet", source, target])
    case .cutOgg: try Tool.run("oggenc", ["-Q", "-o", target, source])
    default: try Tool.run("cp", [source, target])
    }
    let bytes = try FileBytes.read(sandbox.file(name), limit: 1 << 24)
    try sandbox.write(bytes.prefix(bytes.count * 6 / 10), to: name)
  }
}
