/// An interface of an object, for introspection and for checking calls.
struct BusInterface: Sendable {
  struct Argument: Hashable, Sendable {
    let name: String
    let type: String

    init(_ name: String, _ type: String) { (self.name, self.type) = (name, type) }
  }

  struct Method: Sendable {
    let name: String
    var input: [Argument] = []
    var output: [Argument] = []
  }

  struct Property: Sendable {
    /// The way in which a change is announced, as in the annotation `EmitsChangedSignal`.
    enum Change: String, Sendable { case value = "true", invalidates, none = "false" }

    let name: String
    let type: String
    var isWritable = false
    var change = Change.value
  }

  struct Signal: Sendable {
    let name: String
    let arguments: [Argument]
  }

  let name: String
  var methods: [Method] = []
  var properties: [Property] = []
  var signals: [Signal] = []
}

/// The properties and methods of an object on the bus.
@MainActor
protocol BusObject: AnyObject {
  var interfaces: [BusInterface] { get }
  func properties(of interface: String) -> [String: BusValue]
  /// Sets a writable property to a value of its type.
  func set(_ name: String, of interface: String, to value: BusValue) -> BusReply
  /// Performs a method with arguments of its types.
  func perform(_ call: BusCall) -> BusReply
}

extension BusObject {
  private static var properties: String { "org.freedesktop.DBus.Properties" }
  private static var introspection: String { "org.freedesktop.DBus.Introspectable" }

  /// Answers a call. Returns nil for standard interfaces that sd-bus serves.
  func answer(_ call: BusCall) -> BusReply? {
    switch (call.interface, call.member) {
    case (Self.introspection, "Introspect"): return .values([.string(document)])
    case (Self.properties, "Get"): return get(call)
    case (Self.properties, "GetAll"):
      return .values([.dictionary(properties(of: call.arguments.first?.text ?? ""))])
    case (Self.properties, "Set"): return set(call)
    default: break
    }
    let methods = interfaces.filter { call.interface.isEmpty || $0.name == call.interface }.flatMap { face in
      face.methods.filter { $0.name == call.member }.map { (face.name, $0) }
    }
    guard let (interface, method) = methods.first else { return nil }
    let types = method.input.map(\.type)
    guard types == call.arguments.map(\.signature) else {
      return .error(
        BusError(BusError.invalidArguments, "\(method.name) takes (\(types.joined(separator: ", ")))"))
    }
    var call = call
    call.interface = interface
    return perform(call)
  }

  private func get(_ call: BusCall) -> BusReply {
    guard call.arguments.count == 2, let interface = call.arguments[0].text,
      let name = call.arguments[1].text,
      let value = properties(of: interface)[name]
    else { return .error(BusError(BusError.unknownProperty, "there is no such property")) }
    return .values([.variant(value)])
  }

  private func set(_ call: BusCall) -> BusReply {
    guard call.arguments.count == 3, let interface = call.arguments[0].text,
      let name = call.arguments[1].text,
      case .variant(let value) = call.arguments[2],
      let property = interfaces.first(where: { $0.name == interface })?.properties.first(where: {
        $0.name == name
      })
    else { return .error(BusError(BusError.unknownProperty, "there is no such property")) }
    guard property.isWritable else {
      return .error(BusError(BusError.readOnly, "\(name) cannot be set"))
    }
    guard value.signature == property.type else {
      return .error(BusError(BusError.invalidArguments, "\(name) has the type \(property.type)"))
    }
    return set(name, of: interface, to: value)
  }

  /// The introspection document of the D-Bus specification.
  private var document: String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
    "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    \((interfaces + standardInterfaces).map(\.document).joined(separator: "\n"))
    </node>

    """
  }

  private var standardInterfaces: [BusInterface] {
    let (name, property) = (BusInterface.Argument("interface", "s"), BusInterface.Argument("property", "s"))
    return [
      BusInterface(
        name: Self.properties,
        methods: [
          .init(name: "Get", input: [name, property], output: [.init("value", "v")]),
          .init(name: "GetAll", input: [name], output: [.init("values", "a{sv}")]),
          .init(name: "Set", input: [name, property, .init("value", "v")]),
        ],
        signals: [
          .init(
            name: "PropertiesChanged",
            arguments: [name, .init("changed", "a{sv}"), .init("invalidated", "as")])
        ]),
      BusInterface(
        name: Self.introspection, methods: [.init(name: "Introspect", output: [.init("document", "s")])]),
    ]
  }
}

extension BusInterface {
  /// The element of the introspection document.
  fileprivate var document: String {
    let parts =
      methods.map { method in
        element(
          "method", method.name,
          arguments(method.input, direction: "in") + arguments(method.output, direction: "out"))
      }
      + signals.map { element("signal", $0.name, arguments($0.arguments, direction: nil)) }
      + properties.map { property in
        """
          <property name="\(property.name)" type="\(property.type)" \
        access="\(property.isWritable ? "readwrite" : "read")">
            <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" \
        value="\(property.change.rawValue)"/>
          </property>
        """
      }
    return " <interface name=\"\(name)\">\n" + parts.joined(separator: "\n") + "\n </interface>"
  }

  private func element(_ kind: String, _ name: String, _ lines: [String]) -> String {
    if lines.isEmpty { return "  <\(kind) name=\"\(name)\"/>" }
    return "  <\(kind) name=\"\(name)\">\n" + lines.joined(separator: "\n") + "\n  </\(kind)>"
  }

  private func arguments(_ arguments: [Argument], direction: String?) -> [String] {
    arguments.map { argument in
      let towards = direction.map { " direction=\"\($0)\"" } ?? ""
      return "    <arg name=\"\(argument.name)\" type=\"\(argument.type)\"\(towards)/>"
    }
  }
}
