import Testing

@testable import MusicLibrary
@testable import SystemBase

struct MountedDrivesTests {
  private func places(_ lines: String...) -> [MountedDrives.Place] {
    MountedDrives.places(in: Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  @Test func mountTableIsParsedWithEscapesAndInvalidLinesSkipped() {
    let read = places(
      #"36 35 98:0 /a /mnt/a\040b\134 rw shared:1 - ext4 /dev/x rw"#, "1 2 0:5 / / rw - tmpfs t rw", "odd", ""
    )
    #expect(
      read == [
        MountedDrives.Place(folder: FilePath("/mnt/a b\\"), device: Array("98:0".utf8), kind: "ext4"),
        MountedDrives.Place(folder: FilePath("/"), device: Array("0:5".utf8), kind: "tmpfs"),
      ])
  }

  @Test func remoteFoldersAreThoseOnNetworkFileSystems() {
    let read = places(
      "1 0 8:1 / / rw - ext4 /dev/sda1 rw", "2 1 0:40 / /net rw - nfs4 server:/x rw",
      "3 1 0:41 / /music/nas rw shared:1 - cifs //s/x rw", "4 1 8:2 / /usb rw - fuseblk /dev/sdb1 rw",
      "5 1 0:42 / /ssh rw - fuse.sshfs s: rw", "6 5 8:3 / /ssh/local rw - xfs /dev/sdc rw",
      // Mounted over another.
      "7 1 8:4 / /net/over rw - ext4 /dev/sdd rw", "8 7 0:43 / /net/over rw - 9p x rw")
    func remote(_ root: String) -> [String] {
      MountedDrives.remoteFolders(of: [FilePath(root)], on: read).map(\.shown)
    }
    #expect(remote("/net/music") == ["/net/music"] && remote("/net/over") == ["/net/over"])
    #expect(remote("/music") == ["/music/nas"] && remote("/home/music").isEmpty)
    #expect(remote("/usb").isEmpty && remote("/ssh/local/x").isEmpty && remote("/ssh") == ["/ssh"])
    #expect(remote("/network").isEmpty)
  }

  @Test func unchangedMountTableReportsNoChange() {
    var drives = MountedDrives(near: [FilePath("/nowhere/else")])
    #expect(drives.descriptor >= 0 && !drives.haveChanged())
  }
}
