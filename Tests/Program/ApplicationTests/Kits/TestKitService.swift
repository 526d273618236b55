import AudioBase
import KitEditing
import MixEngine
import Percussion
import SystemBase

@testable import Application

/// Notes what a controller asks for, and loads nothing.
@MainActor
final class TestKitService: KitServing {
  var isOwn = false
  private(set) var lists = 0
  private(set) var loaded: [FilePath] = []
  private(set) var completed: [PadSet] = []
  private(set) var applied: [Kit] = []
  private(set) var sampleEdits: [Int: PadEditNumber] = [:]
  private(set) var saved: [(Kit, String?)] = []

  func list() { lists += 1 }

  func complete(_ pads: PadSet) { completed.append(pads) }

  func load(_ path: FilePath) { loaded.append(path) }

  func apply(_ kit: Kit, _ sampleEdits: [Int: PadEditNumber]) {
    applied.append(kit)
    self.sampleEdits = sampleEdits
  }

  func save(_ kit: Kit, as name: String?) { saved.append((kit, name)) }

  private(set) var rooms: [FilePath: Decibels] = [:]

  func setRoom(_ level: Decibels?, ofKitAt path: FilePath) { rooms[path] = level }

  func isOwn(_ kit: Kit) -> Bool { isOwn }

  var loneSample = LoneSample.notApplied
  private(set) var loneSamples: [[Int]] = []

  func loneSample(_ sample: Int, ofLayer layer: Int, of pad: Pad) -> LoneSample {
    loneSamples.append([layer, sample])
    return loneSample
  }
}
