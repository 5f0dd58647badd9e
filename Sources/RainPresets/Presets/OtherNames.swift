/// Words that people use for presets with another name.
enum OtherNames {
  static let presets = [
    "rain": "steady", "normal": "steady", "moderate": "steady", "heavy": "downpour",
    "heavy rain": "downpour", "light rain": "light", "soft": "light", "thunder": "storm",
    "thunderstorm": "storm", "monsoon": "tropical", "sleep": "night",
  ]
  static let places = [
    "indoors": "window", "inside": "window", "house": "window", "home": "window",
    "room": "window", "cabin": "window", "balcony": "window", "roof": "tin-roof",
    "outdoors": "open", "outside": "open", "field": "open", "garden": "open", "woods": "forest",
    "trees": "forest", "jungle": "forest", "city": "street", "road": "street", "pond": "puddles",
    "water": "puddles", "van": "car", "camping": "tent",
  ]
}
