import SystemBase
import TerminalUI

/// `drumdub --write-manual FOLDER`, not shown in the help: writes the pages of the manual that are part of the
/// resources.
enum ManualWriter {
  static let option = "--write-manual"

  static func run(_ arguments: ArraySlice<FilePath>) -> Int32 {
    guard let folder = arguments.first, arguments.count == 1 else {
      Messages.print("\(option) needs a folder")
      return 2
    }
    do throws(FileError) {
      for page in ManualPage.all {
        try FileBytes.replace(folder.appending(page.fileName), with: Array(page.roff.utf8))
      }
      return 0
    } catch {
      Messages.print(ErrorText.sentence(error, while: .writing))
      return 1
    }
  }
}
