/// A device that sound or MIDI can go to or come from.
package struct DeviceEntry: Hashable, Sendable {
  /// The value of `--output`, `--input` or `--midi` that chooses it.
  package var name: String
  /// The device as its users know it.
  package var description: String
  /// Whether the sound server or ALSA uses it where no device is named.
  package var isDefault: Bool
  /// Whether it is an input that captures what an output plays.
  package var isMonitor: Bool

  package init(_ name: String, _ description: String, isDefault: Bool = false, isMonitor: Bool = false) {
    (self.name, self.description) = (name, description)
    (self.isDefault, self.isMonitor) = (isDefault, isMonitor)
  }
}

/// The devices that can be chosen now.
package struct DeviceList: Hashable, Sendable {
  package var outputs: [DeviceEntry]
  package var inputs: [DeviceEntry]
  package var midi: [DeviceEntry]

  package init(outputs: [DeviceEntry] = [], inputs: [DeviceEntry] = [], midi: [DeviceEntry] = []) {
    (self.outputs, self.inputs, self.midi) = (outputs, inputs, midi)
  }
}

/// A change of the devices that is announced to the user.
package enum DeviceChange: Hashable, Sendable {
  case outputAppeared(DeviceEntry)
  case inputAppeared(DeviceEntry)
  /// The sound of this program goes another way than before.
  case route(RouteChange)
  /// Headphones were unplugged from a sound card, by its number in ALSA.
  case headphonesUnplugged(card: Int)
}
