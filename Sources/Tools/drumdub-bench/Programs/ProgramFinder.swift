import Glibc

enum ProgramFinder {
  /// Returns the program of a name in PATH, or at a path; nil if there is none.
  static func find(_ name: String) -> String? {
    if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
    let folders = variable("PATH")?.split(separator: ":").map(String.init) ?? []
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Returns the program that is measured, which is in the folder of this one.
  static func drumdub() throws -> String {
    let path = try "\(folder())/drumdub"
    guard access(path, X_OK) == 0 else { throw Failure("\(path) is missing: build it first") }
    return path
  }

  /// Returns a file under `Resources` of the checkout that this program was built in.
  static func resource(_ name: String) throws -> String {
    var folder = try folder()
    while let slash = folder.lastIndex(of: "/") {
      let path = "\(folder)/Resources/\(name)"
      if access(path, R_OK) == 0 { return path }
      folder = String(folder[..<slash])
    }
    throw Failure("there is no Resources/\(name) above this program")
  }

  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  private static func folder() throws -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw Failure.systemCall("readlink /proc/self/exe") }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
