import Glibc
import SystemBase

/// Saves kits in the native format, with all their samples in their folders, so that they do not need other kits.
package struct KitSaver {
  /// The largest sample in bytes that is copied.
  private static let largestSample = 1 << 28
  private static let prefix = ".save-"

  private let folder: FilePath
  private let current: FilePath
  private var copies: [FilePath: FilePath] = [:]
  /// The files that were made, which are removed if the kit cannot be saved.
  private var made: [FilePath] = []

  private init(folder: FilePath, current: FilePath) { (self.folder, self.current) = (folder, current) }

  /// Saves a kit in its folder, which is created at once with all that it holds; the `kit.json` of a folder that exists is
  /// replaced atomically. Samples outside are copied into it; those that cannot be read keep their paths, which start from
  /// `current`. Returns the kit with its new paths.
  ///
  /// - Throws: errors of writing. The folder is as before then.
  @discardableResult
  package static func save(
    _ kit: Kit, in folder: FilePath, current: FilePath
  ) throws(FileError) -> Kit {
    let target = current.appending(folder)
    if target.exists { return try write(kit, to: folder, current) }
    // Of a copy that is interrupted, no part is taken for a folder of sounds.
    FileBytes.removeLeftovers(in: target.directory, prefix: prefix)
    let temporary = target.directory.appending("\(prefix)\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    defer { FileBytes.removeFolder(temporary) }
    do throws(FileError) {
      var saved = try write(kit, to: temporary, current)
      guard temporary.withCString({ from in target.withCString { rename(from, $0) } }) == 0 else {
        throw FileError(errno: errno, target.shown, call: "rename", writing: true)
      }
      saved.path = folder
      saved.moveSamples(from: temporary, to: target)
      return saved
    } catch {
      guard error.subject.hasPrefix(temporary.shown) else { throw error }
      let file = error.subject.dropFirst(temporary.shown.count)
      throw FileError(error.code, target.shown + file, detail: error.detail)
    }
  }

  private static func write(
    _ kit: Kit, to folder: FilePath, _ current: FilePath
  ) throws(FileError) -> Kit {
    var saver = KitSaver(folder: current.appending(folder), current: current)
    do throws(FileError) {
      try FileBytes.makeFolder(folder)
      var copy = kit
      copy.separateFromRoom()
      (copy.path, copy.format, copy.unpacked) = (folder, .native, nil)
      for pad in copy.pads.indices {
        for layer in copy.pads[pad].layers.indices {
          let samples = copy.pads[pad].layers[layer].samples
          copy.pads[pad].layers[layer].samples = try samples.map { (sample) throws(FileError) in
            try saver.place(sample)
          }
        }
      }
      try KitFile.write(copy, to: folder, current: current)
      return copy
    } catch {
      for file in saver.made { FileBytes.remove(file) }
      throw error
    }
  }

  /// Returns the path of a sample in the folder, where it is copied to unless it is there.
  private mutating func place(_ sample: FilePath) throws(FileError) -> FilePath {
    let source = current.appending(sample)
    if source.bytes.starts(with: folder.bytes + [UInt8(ascii: "/")]) { return source }
    if let copy = copies[source] { return copy }
    guard let bytes = try? FileBytes.read(source, limit: KitSaver.largestSample) else { return source }
    let target = freeName(source.lastComponent)
    try AtomicFile.replace(target, with: bytes)
    made.append(target)
    copies[source] = target
    return target
  }

  /// Returns a path in the folder that no file has: `snare.wav`, `2 snare.wav`.
  private func freeName(_ name: FilePath) -> FilePath {
    var (path, number) = (folder.appending(name), 1)
    while path.exists {
      number += 1
      path = folder.appending(FilePath(bytes: Array("\(number) ".utf8) + name.bytes))
    }
    return path
  }
}

extension Kit {
  /// Replaces a folder by another one in the paths of the samples in it.
  fileprivate mutating func moveSamples(from folder: FilePath, to other: FilePath) {
    let start = folder.bytes + [UInt8(ascii: "/")]
    for pad in pads.indices {
      for layer in pads[pad].layers.indices {
        pads[pad].layers[layer].samples = pads[pad].layers[layer].samples.map { sample in
          guard sample.bytes.starts(with: start) else { return sample }
          return other.appending(FilePath(bytes: sample.bytes.dropFirst(start.count)))
        }
      }
    }
  }
}
