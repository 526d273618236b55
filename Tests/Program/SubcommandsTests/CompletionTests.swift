import SystemBase
import TestSupport
import Testing

@testable import Configuration
@testable import Subcommands

/// The completions of shells, which are made from the help.
@Suite struct CompletionTests {
  private static let folder = FilePath(#filePath).directory.directory.directory.directory
    .appending("Resources/Completions")

  /// `make manual` writes the files.
  @Test func committedCompletionFilesMatchTheHelp() throws {
    for file in CompletionFile.allCases {
      let bytes = try FileBytes.read(CompletionTests.folder.appending(file.rawValue), limit: 1 << 20)
      #expect(
        String(decoding: bytes, as: UTF8.self) == file.text(.program), "\(file.rawValue): run make manual")
    }
  }

  @Test func everySettingAndSubcommandIsCompleted() {
    let completions = Completions.program
    for setting in Setting.all {
      let option = completions.player.options.first { $0.names == ["--\(setting.name)"] }
      #expect(option != nil && option?.summary.isEmpty == false, "\(setting.name)")
    }
    #expect(Set(completions.subcommands.map(\.name)) == Set(Subcommand.allCases.map(\.rawValue)))
    let export = completions.subcommands.first { $0.name == "export" }
    #expect(export?.options.first { $0.names == ["-o", "--output"] }?.value == .file)
    #expect(
      completions.player.options.first { $0.names == ["--timing"] }?.value == .choice(["even", "tight"]))
  }

  /// What bash proposes for the last of the words.
  private func proposals(_ words: String...) throws -> [String] {
    let script = """
      source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _drumdub; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let file = CompletionTests.folder.appending("drumdub").shown
    let result = try Tool.capture("bash", ["-c", script, "bash", file] + words)
    #expect(result.status == 0 && result.errorLines.isEmpty)
    return result.text.split(separator: "\n").map(String.init)
  }

  @Test func bashProposesOptionsValuesAndSubcommands() throws {
    #expect(try proposals("drumdub", "--timi") == ["--timing"])
    #expect(try proposals("drumdub", "--timing", "t") == ["tight"])
    #expect(try proposals("drumdub", "expo") == ["export"])
    #expect(try proposals("drumdub", "export", "--st") == ["--stems"])
    #expect(try proposals("drumdub", "export", "--timi").isEmpty)
    #expect(try proposals("drumdub", "query", "-a").isEmpty)
    #expect(try proposals("drumdub", "--config", "/etc/host").contains("/etc/hosts"))
    #expect(try proposals("drumdub", "remote", "sh") == ["shuffle"])
    #expect(try proposals("drumdub", "remote", "run", "volume-u") == ["volume-up"])
    // These need a screen, or ask for a text.
    #expect(try proposals("drumdub", "remote", "run", "velocity-").isEmpty)
    #expect(try proposals("drumdub", "remote", "run", "palette").isEmpty)
  }
}
