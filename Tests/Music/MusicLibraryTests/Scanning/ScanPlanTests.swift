import Testing

@testable import MusicLibrary
@testable import SystemBase

@Suite struct ScanPlanTests {
  private func stamp(_ number: UInt64, size: Int64 = 10, device: UInt64 = 1) -> FileStamp {
    FileStamp(size: size, modified: Int64(number), inode: number, device: device)
  }

  private func file(_ path: String, _ stamp: FileStamp) -> ScannedFile {
    ScannedFile(path: FilePath(path), stamp: stamp)
  }

  private func known(_ files: [ScannedFile]) -> StampTable {
    var table = StampTable()
    for file in files.sorted(by: { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }) {
      file.path.bytes.withUnsafeBufferPointer {
        table.append($0, StampTable.Entry(stamp: file.stamp, isReadable: true))
      }
    }
    return table
  }

  @Test func fileWithAnotherInodeAndDriveIsUnchanged() {
    let old = file("/m/a", FileStamp(size: 1, modified: 2, inode: 3, device: 4))
    let new = file("/m/a", FileStamp(size: 1, modified: 2, inode: 5, device: 6))
    let plan = ScanPlan(known: known([old]), seen: [new], devices: [6])
    #expect(plan.unchanged == 1 && plan.wanted.isEmpty)
  }

  @Test func filesOfAnUnmountedDriveBelowTheFolderAreAway() {
    let plan = ScanPlan(
      known: known([
        file("/m/a", stamp(1)), file("/m/usb/x/b", stamp(2, device: 2)),
        file("/m/usb/c", stamp(3, device: 2)),
      ]),
      seen: [file("/m/a", stamp(1))], devices: [1])
    #expect(plan.away == 2 && plan.removed.isEmpty)
    #expect(plan.awayFolders == [FilePath("/m/usb"), FilePath("/m/usb/x")])
  }

  /// Numbers of drives change with each start: one whose files are seen under another number is there.
  @Test func filesRemovedFromADriveWithANewNumberAreRemoved() {
    let plan = ScanPlan(
      known: known([file("/m/a", stamp(1, device: 7)), file("/m/b", stamp(2, device: 7))]),
      seen: [file("/m/a", stamp(1, device: 9))], devices: [9])
    #expect(plan.removed == [FilePath("/m/b")] && plan.away == 0)
  }

  @Test func filesOfAnUnreadableFolderAreKept() {
    let plan = ScanPlan(
      known: known([file("/m/a/1", stamp(1)), file("/m/ab", stamp(2))]), seen: [], devices: [1],
      unseen: [FilePath("/m/a")])
    #expect(plan.removed == [FilePath("/m/ab")])
  }

  @Test func movedFilesAreRecognisedByTheirStamps() {
    let plan = ScanPlan(
      known: known([file("/m/a", stamp(1)), file("/m/b", stamp(2))]),
      seen: [file("/m/c", stamp(2)), file("/m/d", stamp(3)), file("/m/a", stamp(1))], devices: [1])
    #expect(plan.moved.map(\.from) == [FilePath("/m/b")] && plan.moved.map(\.to.path) == [FilePath("/m/c")])
    #expect(plan.added.map(\.path) == [FilePath("/m/d")] && plan.removed.isEmpty)
  }

  @Test func aCopyWithAnotherNameIsNoMove() {
    let plan = ScanPlan(
      known: known([file("/m/a", stamp(1))]), seen: [file("/m/a", stamp(1)), file("/m/b", stamp(1))],
      devices: [1])
    #expect(plan.moved.isEmpty && plan.added.count == 1 && plan.unchanged == 1)
  }
}
