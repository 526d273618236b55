import Glibc
import SystemBase

/// Saves kits in the native format, with all their samples in their folders, so that they do not need other kits.
package struct KitSaver {
  /// The largest sample in bytes that is copied.
  private static let largestSample = 1 << 28

  private let folder: FilePath
  private let current: FilePath
  private var copies: [FilePath: FilePath] = [:]
  /// The files that were made, which are removed if the kit cannot be saved.
  private var made: [FilePath] = []

  private init(folder: FilePath, current: FilePath) { (self.folder, self.current) = (folder, current) }

  /// Saves a kit in its folder, which is created; its `kit.json` is replaced atomically. Samples outside are copied into it;
  /// those that cannot be read keep their paths, which start from `current`. Returns the kit with its new paths.
  ///
  /// - Throws: errors of writing. The folder is as before then.
  @discardableResult
  package static func save(
    _ kit: Kit, in folder: FilePath, current: FilePath
  ) throws(FileError) -> Kit {
    var saver = KitSaver(folder: current.appending(folder), current: current)
    let isNew = !folder.exists
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
      if isNew { _ = folder.withCString { rmdir($0) } }
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
