import SystemBase

/// The file of a recording of the output: a name that does not exist yet.
package struct RecordingFile: Sendable {
  /// The formats that stay readable when they are cut.
  package enum Format: String, CaseIterable, Hashable, Sendable { case flac, wav, ogg }

  /// The folder, which is created if it does not exist.
  package var folder: FilePath
  /// The name without the extension.
  package var name: [UInt8]
  package var format: Format

  package init(folder: FilePath, name: String, format: Format) {
    (self.folder, self.name, self.format) = (folder, Array(name.utf8), format)
  }

  /// Splits a path into folder, name and format. Returns nil if the extension is not that of a format.
  package init?(_ path: FilePath) {
    let bytes = path.lastComponent.bytes
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0,
      let format = Format(rawValue: String(decoding: bytes[(dot + 1)...], as: UTF8.self).lowercased())
    else { return nil }
    (folder, name, self.format) = (path.directory, Array(bytes[..<dot]), format)
  }

  /// The file without a number in its name.
  package var path: FilePath { path(number: 1) }

  private func path(number: Int) -> FilePath {
    let suffix = number == 1 ? "" : " \(number)"
    return folder.appending(FilePath(bytes: name + Array("\(suffix).\(format.rawValue)".utf8)))
  }

  /// Creates the file, empty. If the name exists, a number is added to it.
  ///
  /// - Throws: if the folder or the file cannot be created.
  package func create() throws(FileError) -> FilePath {
    try FileBytes.makeFolder(folder)
    var number = 1
    while true {
      let path = path(number: number)
      if try FileBytes.create(path) { return path }
      number += 1
    }
  }
}
