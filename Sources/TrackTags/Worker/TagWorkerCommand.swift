import SystemBase

/// The command line of a program that becomes a tag worker.
package struct TagWorkerCommand: Hashable, Sendable {
  package var program: FilePath
  package var arguments: [String]

  package init(program: FilePath, arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }
}
