import Glibc

/// Owns an open directory stream.
package struct FolderReader: ~Copyable {
  private let raw: OpaquePointer
  private let subject: String

  package init(_ folder: FilePath) throws(FileError) {
    guard let raw = folder.withCString({ opendir($0) }) else {
      throw FileError(errno: errno, folder.shown, call: "opendir")
    }
    self.raw = raw
    subject = folder.shown
  }

  deinit { closedir(raw) }

  /// Returns the names in the folder, unsorted, without those that begin with a dot.
  package func names() throws(FileError) -> [FilePath] {
    var names: [FilePath] = []
    try forEach { name, _ in if name.first != UInt8(ascii: ".") { names.append(FilePath(bytes: name)) } }
    return names
  }

  /// Returns the names in a folder, unsorted, without those that begin with a dot; none if it cannot be read.
  package static func names(in folder: FilePath) -> [FilePath] { (try? FolderReader(folder).names()) ?? [] }

  /// Returns the names in a folder, hidden ones included, as far as they can be read.
  static func entries(of folder: FilePath) -> [FilePath] {
    var names: [FilePath] = []
    try? FolderReader(folder).forEach { name, _ in names.append(FilePath(bytes: name)) }
    return names
  }

  /// Returns the status of the folder itself.
  package func status() throws(FileError) -> stat {
    var status = stat()
    guard fstat(dirfd(raw), &status) == 0 else { throw FileError(errno: errno, subject, call: "fstat") }
    return status
  }

  /// Returns the status of the file that a name refers to, links followed; nil and `errno` if `fstatat`
  /// fails.
  package func status(_ name: UnsafeBufferPointer<UInt8>) -> stat? {
    var status = stat()
    return name.withMemoryRebound(to: CChar.self) { name in
      guard let start = name.baseAddress, fstatat(dirfd(raw), start, &status, 0) == 0 else { return nil }
      return status
    }
  }

  /// Returns the names in folders, sorted, without a suffix that they must have. Folders that cannot be read have none.
  package static func names(in folders: [FilePath], suffix: String) -> [String] {
    let names = folders.flatMap { FolderReader.names(in: $0) }.compactMap(\.text)
    return Set(names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }).sorted()
  }

  /// Returns whether the folder has no entries, hidden ones included.
  package func isEmpty() throws(FileError) -> Bool {
    var isEmpty = true
    try forEach { (_, _) in isEmpty = false }
    return isEmpty
  }

  /// Calls `body` for each name in the folder except `.` and `..`, with the file type that the folder reports
  /// (`DT_REG`). A zero byte follows the name.
  package func forEach(_ body: (_ name: UnsafeBufferPointer<UInt8>, _ type: UInt8) -> Void) throws(FileError)
  {
    errno = 0
    while let entry = readdir(raw) {
      // Reads the record in place: it may be shorter than its type, so it must not be copied.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: UInt8.self)
      let name = UnsafeBufferPointer(start: start, count: strlen(UnsafePointer<CChar>(OpaquePointer(start))))
      if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { body(name, entry.pointee.d_type) }
      errno = 0
    }
    guard errno == 0 else { throw FileError(errno: errno, subject, call: "readdir") }
  }
}
