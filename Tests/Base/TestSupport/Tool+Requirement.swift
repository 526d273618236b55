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

  /// Whether tests that mount in a user namespace of their own run: if the system allows one or, with `CI=true`, in any
  /// case.
  package static let mayMount = isCI || isPossible("mount -t tmpfs none /mnt && umount /mnt")

  /// The same for tests that set the limits of a user namespace (namespaces(7)).
  package static let mayLimit = isCI || isPossible("echo 9 > /proc/sys/user/max_inotify_watches")

  private static func isPossible(_ script: String) -> Bool {
    (try? run("unshare", ["-Urm", "sh", "-c", script])) != nil
  }

  private static func isInstalled(_ name: String) -> Bool {
    guard let path = getenv("PATH") else { return false }
    return String(cString: path).split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
