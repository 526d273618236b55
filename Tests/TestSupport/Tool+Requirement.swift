import Glibc

extension Tool {
  /// Whether the tests run in continuous integration, where every tool has to be installed.
  package static var isCI: Bool {
    guard let value = getenv("CI") else { return false }
    return strcmp(value, "true") == 0
  }

  /// Returns whether tests that need a program run: if it is found in PATH or, with `CI=true`, in any case, so that
  /// they fail where it is missing instead of being skipped.
  package static func mayUse(_ name: String) -> Bool { isCI || isInstalled(name) }

  private static func isInstalled(_ name: String) -> Bool {
    guard let path = getenv("PATH") else { return false }
    return String(cString: path).split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
