/// The files of the LV2 bundle, in Turtle: what hosts read of the plug-ins without loading them.
enum Turtle {
  private static let prefixes = """
    @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
    @prefix doap: <http://usefulinc.com/ns/doap#> .
    @prefix foaf: <http://xmlns.com/foaf/0.1/> .
    @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
    @prefix midi: <http://lv2plug.in/ns/ext/midi#> .
    @prefix pg: <http://lv2plug.in/ns/ext/port-groups#> .
    @prefix pprop: <http://lv2plug.in/ns/ext/port-props#> .
    @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
    @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix state: <http://lv2plug.in/ns/ext/state#> .
    @prefix time: <http://lv2plug.in/ns/ext/time#> .
    @prefix units: <http://lv2plug.in/ns/extensions/units#> .
    @prefix urid: <http://lv2plug.in/ns/ext/urid#> .


    """

  private static let plugins = ChannelLayout.ofPlugins.map { "<\($0.uri)>" }.joined(
    separator: " , ")

  /// `manifest.ttl`: what there is, and where.
  static var manifest: String {
    var text = prefixes
    for layout in ChannelLayout.ofPlugins {
      text += """
        <\(layout.uri)> a lv2:Plugin ;
          lv2:binary <rainsynth.so> ;
          rdfs:seeAlso <rainsynth.ttl> .

        """
    }
    for name in Preset.shippedNames {
      text += """
        <urn:rainsynth:preset:\(name)> a pset:Preset ;
          lv2:appliesTo \(plugins) ;
          rdfs:seeAlso <presets.ttl> .

        """
    }
    return text
  }

  /// `rainsynth.ttl`: the plug-ins, their ports and the groups of these.
  static var description: String {
    let version = Software.version.split(separator: ".")
    var text = prefixes + "<\(LV2IDs.stateKey)> a rdf:Property ; rdfs:label \"state\" .\n"
    for group in HostParameter.groups {
      text += """
        <\(uri(ofGroup: group))> a pg:InputGroup ;
          lv2:symbol "\(symbol(ofGroup: group))" ;
          lv2:name \(JSONText.string(group)) .

        """
    }
    for layout in ChannelLayout.ofPlugins {
      text += """
        <\(layout.uri)> a lv2:GeneratorPlugin , lv2:Plugin , doap:Project ;
          doap:name \(JSONText.string(layout.pluginTitle)) ;
          doap:maintainer [ a foaf:Person ; foaf:name "rainsynth" ] ;
          rdfs:comment \(JSONText.string(HostText.summary)) ;
          lv2:minorVersion \(version[1]) ;
          lv2:microVersion \(version[2]) ;
          lv2:optionalFeature lv2:hardRTCapable , urid:map ;
          lv2:extensionData state:interface ;
          lv2:port
        """
      var ports = layout.symbols.map { name, isDesignation in
        """
        a lv2:AudioPort , lv2:OutputPort ;
            lv2:symbol "\(name)" ; lv2:name "\(name)"
        """ + (isDesignation ? " ; lv2:designation pg:\(name)" : "")
      }
      ports.append(events("transport", "time:Position ; lv2:designation lv2:control"))
      ports.append(events("notes", "midi:MidiEvent"))
      ports += HostParameter.order.map { control(HostParameter.all[$0]) }
      text += ports.indices.map { " [\n    lv2:index \($0) ; \(ports[$0])\n  ]" }.joined(
        separator: " ,")
      text += " .\n\n"
    }
    return text
  }

  /// `presets.ttl`: the numbers of the controls, and the state, which also has the curves.
  static var presets: String {
    var text = prefixes
    for (index, name) in Preset.shippedNames.enumerated() {
      // A shipped preset is right: a test reads them all.
      guard let preset = try? Preset(named: name), let loaded = try? PluginPreset(preset) else {
        continue
      }
      text += """
        <urn:rainsynth:preset:\(name)> a pset:Preset ;
          lv2:appliesTo \(plugins) ;
          rdfs:label \(JSONText.string("\(index < 9 ? "0" : "")\(index + 1) \(preset.name)")) ;
          rdfs:comment \(JSONText.string(preset.summary)) ;
          state:state [ <\(LV2IDs.stateKey)> \(JSONText.string(preset.json)) ] ;
          lv2:port
        """
      let numbers =
        Setting.allCases.map { (HostParameter($0), preset.rain[$0]) }
        + loaded.controls.map { (HostParameter.of($0.control), $0.number) }
      text +=
        numbers.map {
          " [ lv2:symbol \"\($0.symbol)\" ; pset:value \(NumberText.shortest($1)) ]"
        }.joined(separator: " ,") + " .\n\n"
    }
    return text
  }

  private static func events(_ symbol: String, _ supported: String) -> String {
    """
    a atom:AtomPort , lv2:InputPort ;
        atom:bufferType atom:Sequence ; atom:supports \(supported) ;
        lv2:portProperty lv2:connectionOptional ;
        lv2:symbol "\(symbol)" ; lv2:name "\(symbol)"
    """
  }

  private static func control(_ parameter: HostParameter) -> String {
    let isBypass = parameter.isBypass
    let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
    func number(_ number: Double) -> String { NumberText.shortest(number) }
    var text = """
      a lv2:ControlPort , lv2:InputPort ;
          lv2:symbol "\(isBypass ? "enabled" : parameter.symbol)" ;
          lv2:name "\(isBypass ? "Enabled" : parameter.row.title)" ;
          lv2:minimum \(number(low)) ; lv2:maximum \(number(high)) ;
          lv2:default \(number(isBypass ? 1 : parameter.row.standard)) ;
          rdfs:comment \(JSONText.string(parameter.row.summary)) ;
          pg:group <\(uri(ofGroup: parameter.group))>
      """
    if isBypass { text += " ;\n    lv2:designation lv2:enabled" }
    var properties: [String] = []
    if parameter.row.isChoice && parameter.row.words.count == 2 {
      properties.append("lv2:toggled")
    } else if parameter.row.isChoice {
      properties += ["lv2:integer", "lv2:enumeration"]
    } else if parameter.isWhole {
      properties.append("lv2:integer")
    }
    if parameter.row.scale == .ratio && low > 0 { properties.append("pprop:logarithmic") }
    if !parameter.isAutomatable { properties.append("pprop:expensive") }
    if !properties.isEmpty {
      text += " ;\n    lv2:portProperty " + properties.joined(separator: " , ")
    }
    if let unit = unit(parameter.row.unit) { text += " ;\n    units:unit \(unit)" }
    for word in isBypass ? [] : parameter.row.words {
      text +=
        " ;\n    lv2:scalePoint [ rdfs:label \"\(word.name)\" ; rdf:value \(number(word.number)) ]"
    }
    return text
  }

  private static func unit(_ unit: Setting.Unit) -> String? {
    switch unit {
    case .none: nil
    case .hertz: "units:hz"
    case .seconds: "units:s"
    case .milliseconds: "units:ms"
    case .decibels: "units:db"
    case .meters: "units:m"
    case .octaves: "units:oct"
    case .kilometers: "units:km"
    case .perSecond, .perMinute, .millimetersPerHour, .metersPerSecond, .kilogramsPerSquareMeter:
      "[ a units:Unit ; rdfs:label \"\(unit.rawValue)\" ; units:symbol \"\(unit.rawValue)\" ;"
        + " units:render \"%f \(unit.rawValue)\" ]"
    }
  }

  /// The words of a group and its number, with which no symbol begins: jalv sorts groups by their
  /// URIs.
  private static func symbol(ofGroup group: String) -> String {
    "g"
      + String(
        decoding: group.lowercased().utf8.map {
          (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) ? $0 : UInt8(ascii: "_")
        }, as: UTF8.self)
  }

  private static func uri(ofGroup group: String) -> String {
    "urn:rainsynth:group:" + symbol(ofGroup: group)
  }
}

/// One of the files of the bundle, for the build: 0 manifest, 1 description, 2 presets. The text is never freed.
@c(rain_turtle) public func turtle(_ number: UInt32) -> UnsafePointer<CChar> {
  unsafe lasting(
    number == 0 ? Turtle.manifest : number == 1 ? Turtle.description : Turtle.presets)
}
