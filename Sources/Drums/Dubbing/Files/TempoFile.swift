import AudioBase
import SystemBase

/// `*.tempo`: the tempo of a track without a take, and of its next take, in the folder of takes, by the key of the track.
enum TempoFile {
  private static let format = "drumdub-tempo"
  private static let largest = 1 << 22

  static func encode(_ tempo: TempoMap) -> [UInt8] {
    let object: JSONObject = ["format": format, "version": TakeFile.version, "tempo": TakeFile.tempo(tempo)]
    return JSONWriter.bytes(of: .object(object))
  }

  static func read(_ path: FilePath) throws(FileError) -> TempoMap {
    var members = try JSONMembers(try FileBytes.read(path, limit: largest), subject: path.shown)
    try TakeFile.checkHeader(&members, format: format, path.shown)
    guard let tempo = try members.object("tempo") else {
      throw members.error("tempo", "a tempo is expected")
    }
    return try TakeFile.tempo(tempo)
  }
}

extension TakeStore {
  private func tempoFile(_ key: TrackKey) -> FilePath { folder.appending("\(key).tempo") }

  /// Returns the tempo that was stored for a track; nil if none was.
  package func tempo(of key: TrackKey) throws(FileError) -> TempoMap? {
    do throws(FileError) {
      return try TempoFile.read(tempoFile(key))
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  /// Stores the tempo of a track.
  ///
  /// - Throws: the errors of writing, and that of a file which cannot be read and is therefore not replaced.
  package func save(_ tempo: TempoMap, of key: TrackKey) throws(FileError) {
    try FileBytes.makeFolder(folder, permissions: 0o700)
    try FolderLock.hold(folder) { () throws(FileError) in
      _ = try self.tempo(of: key)
      try AtomicFile.replace(tempoFile(key), with: TempoFile.encode(tempo))
    }
  }
}
