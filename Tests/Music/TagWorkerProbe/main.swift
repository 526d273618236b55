import AudioBase
import Glibc
import MusicLibrary
import SystemBase
import TrackTags

// A tag worker that does to some names what bad files do to others: it crashes, hangs, eats memory, is slow.

func eat() {
  var eaten: [UnsafeMutableRawPointer] = []
  while let piece = malloc(16 << 20) {
    eaten.append(piece)
  }
  // As a library does that looks at no result.
  abort()
}

/// `scan INDEX DIR`: a scan whose workers are this program too, for tests that kill it.
func scan(_ index: String, _ folder: String) -> Int32 {
  let workers = TagWorkerPool(WorkerCommand(program: FilePath("/proc/self/exe"), arguments: []))
  guard let store = try? LibraryStore(FilePath(index)) else { return 1 }
  let scanner = LibraryScanner(store: store, workers: workers, reason: { $0.detail ?? "" })
  return (try? scanner.scan([FilePath(folder)])) != nil && (try? scanner.fillInKeys()) != nil ? 0 : 1
}

/// `edit FILE NAME`: a change of the title; killed before the file is replaced if the name is `kill`.
func edit(_ path: FilePath, _ name: String) -> Int32 {
  do throws(FileError) {
    _ = try TagEditor.apply(.set([.title: name]), to: path) { if name == "kill" { kill(getpid(), SIGKILL) } }
    return 0
  } catch {
    return 1
  }
}

extension TrackInfo {
  /// With numbers that no file has.
  static func extreme(_ path: FilePath) -> TrackInfo {
    var track = TrackInfo(path: path)
    (track.trackNumber, track.trackTotal, track.discNumber) = (.min, .max, .max)
    track.bpm = .infinity
    track.replayGain = ReplayGain(track: ReplayGain.Level(Decibels(.infinity), peak: .nan))
    track.stream.duration = 1e300
    (track.stream.sampleRate, track.stream.channels, track.stream.bitsPerSample) = (.max, .min, -1)
    track.stream.bitrate = .max
    track.pictures = [TrackPicture(type: .max, width: .max, height: .max, bytes: .min)]
    var part = PlaylistEntry(.file(path))
    (part.trackNumber, part.duration) = (.min, .nan)
    track.parts = [part]
    return track
  }
}

if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "edit" {
  exit(edit(FilePath(CommandLine.arguments[2]), CommandLine.arguments[3]))
}
if CommandLine.arguments.count == 4 { exit(scan(CommandLine.arguments[2], CommandLine.arguments[3])) }

func killBeforeReplacing(_ path: FilePath) {
  if path.lastComponent.shown.hasPrefix("kill") { kill(getpid(), SIGKILL) }
}

var worker = TagWorker(timeout: 60, beforeReplacing: killBeforeReplacing) { (path) throws(FileError) in
  switch path.lastComponent.shown {
  case let name where name.hasPrefix("crash"): kill(getpid(), SIGSEGV)
  case let name where name.hasPrefix("hang"): while true { sleep(1) }
  case let name where name.hasPrefix("eat"): eat()
  case let name where name.hasPrefix("leave"): exit(0)
  case let name where name.hasPrefix("babble"): _ = write(STDOUT_FILENO, "babble\n", 7)
  // An answer without a picture, to whom asked for none.
  case let name where name.hasPrefix("mistake"): _ = write(STDOUT_FILENO, [1, 0, 0, 0, 2] as [UInt8], 5)
  case let name where name.hasPrefix("nothing"):
    while write(STDOUT_FILENO, [0, 0, 0, 0] as [UInt8], 4) > 0 {}
  case "extremes": return TrackInfo.extreme(path)
  case let name where name.hasPrefix("plain"): return TrackInfo(path: path)
  case "number":
    var track = TrackInfo(path: path)
    track.title = "\(getpid())"
    return track
  default: break
  }
  return try TagReader.read(path)
}
exit(worker.run())
