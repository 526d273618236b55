import AudioBase
import CFluidSynth
import Effects
import Glibc
import Synchronization
import SystemBase

/// A preset of a SoundFont as the instrument of a mixer.
package struct SoundFontPreset: Hashable, Sendable {
  /// What the names of its units begin with.
  package static let prefix = "soundfont:"

  package let file: FilePath
  package let bank: Int
  package let program: Int

  package init(_ file: FilePath, bank: Int, program: Int) {
    (self.file, self.bank, self.program) = (file, bank, program)
  }

  /// Reads the name of a unit, `soundfont:PATH#BANK:PROGRAM`; nil for another one.
  package init?(unit: String) {
    guard unit.hasPrefix(SoundFontPreset.prefix), let hash = unit.lastIndex(of: "#") else { return nil }
    let numbers = unit[unit.index(after: hash)...].split(separator: ":", omittingEmptySubsequences: false)
    guard numbers.count == 2, let bank = Int(numbers[0]), let program = Int(numbers[1]) else { return nil }
    self.init(
      FilePath(String(unit[..<hash].dropFirst(SoundFontPreset.prefix.count))), bank: bank, program: program)
  }

  /// The name of the unit; nil if the path is not UTF-8.
  package var unit: String? { file.text.map { "\(SoundFontPreset.prefix)\($0)#\(bank):\(program)" } }

  /// The name that is shown if the file cannot be read.
  package var title: String { "\(file.lastComponent.shown) \(bank):\(program)" }

  /// Returns the preset as a unit, which is loaded when it is made. `name` is that of the preset in the file.
  func description(named name: String, _ spare: SpareSynth = SpareSynth()) -> UnitDescription? {
    unit.map { [self] unit in
      UnitDescription(
        name: unit, title: name, kind: .instrument, parameters: SoundFontUnit.parameters,
        isInstrument: true,
        category: "SoundFont \(SoundFont.name(file))"
      ) { setup throws(UnitRefusal) in try SoundFontUnit(self, setup, spare) }
    }
  }
}

/// Owns a preset that FluidSynth has loaded.
final class FluidSynth: @unchecked Sendable {
  let handle: OpaquePointer
  let rate: SampleRate

  /// Loads a preset with its samples. Waits for the disk.
  ///
  /// - Throws: what FluidSynth says.
  init(_ preset: SoundFontPreset, rate: SampleRate) throws(UnitRefusal) {
    guard rate.hertz <= DRUMDUB_FLUID_HIGHEST_RATE else {
      throw UnitRefusal("FluidSynth plays at \(DRUMDUB_FLUID_HIGHEST_RATE) Hz at most: choose another output")
    }
    var reason: UnsafePointer<CChar>?
    let opened = preset.file.withCString {
      drumdub_fluid_open($0, Int32(preset.bank), Int32(preset.program), Double(rate.hertz), &reason)
    }
    guard let opened else {
      defer { free(UnsafeMutableRawPointer(mutating: reason)) }
      throw UnitRefusal(reason.map { String(cString: $0) } ?? "FluidSynth cannot play it")
    }
    (handle, self.rate) = (opened, rate)
  }

  deinit { drumdub_fluid_close(handle) }
}

/// A synthesizer that is loaded and waits for a unit, so that the main thread does not load one. Any thread.
final class SpareSynth: Sendable {
  private let synth = Mutex<FluidSynth?>(nil)

  /// Removes and returns the synthesizer; nil if there is none of this rate.
  func remove(rate: SampleRate) -> FluidSynth? {
    synth.withLock { kept in
      guard let found = kept, found.rate == rate else { return nil }
      kept = nil
      return found
    }
  }

  /// Keeps a synthesizer, and frees the one that was kept.
  func keep(_ new: FluidSynth) { synth.withLock { $0 = new } }
}
