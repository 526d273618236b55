import Configuration
import MusicLibrary
import Subcommands
import Testing

/// The files of recordings.
@Suite struct RecordingFilesTests {
  /// A scan of the music folder does not add them to the library.
  @Test func recordingsAreOutsideOfTheMusicFolder() {
    let folder = RecordingFiles.next(Settings()).folder
    #expect(folder.isAbsolute && !folder.isBelow(MusicFolder.standard) && folder != MusicFolder.standard)
  }
}
