import HeardSound
import SystemBase
import TestSupport
import Testing

/// Drives that are unmounted and mounted while the program runs.
@Suite(.together, .enabled(if: Tool.mayMount, "mounts are not allowed")) struct DriveTests {
  /// `drumdub` runs in parallel; `expect AWAY ALL` waits until AWAY of ALL tracks are away.
  private static let script = """
    expect() {
      n=0
      while [ "$($P query away:yes | wc -l) $($P query '' | wc -l)" != "$1 $2" ]; do
        n=$((n + 1)); [ $n -gt 600 ] && echo "never $1 of $2 away" && exit 1; sleep 0.1
      done
    }
    insert() { mount -t tmpfs none Music/usb && cp b.wav Music/usb/; }
    insert && $P scan Music && umount -l Music/usb || exit 1
    mkfifo keys && exec 3<> keys
    TERM=dumb $P --plain --output null Music/a.wav <&3 > told 2>&1 &
    trap "kill $! 2> /dev/null" EXIT
    printf ' ' >&3
    expect 1 2; insert; expect 0 2
    umount -l Music/usb; expect 1 2
    insert; cp b.wav Music/usb/c.wav; expect 0 3
    printf q >&3; wait $!
    """

  @Test func tracksOfADriveAreAwayWhileTheDriveIsUnmounted() throws {
    let sandbox = try Sandbox()
    try FileBytes.makeFolder(sandbox.file("Music/usb"))
    try TestTrack(seed: 1, seconds: 60).write(to: "Music/a.wav", in: sandbox)
    try TestTrack(seed: 2, seconds: 1).write(to: "b.wav", in: sandbox)
    let finished = try Tool.capture(
      "/usr/bin/env",
      [
        "-C", sandbox.path.shown, "unshare", "-Urm", "sh", "-c", "P=\(Sandbox.program); \(DriveTests.script)",
      ],
      environment: sandbox.environment([]))
    #expect(finished.status == 0, "\(finished.text) \(finished.errorLines)")
  }
}
