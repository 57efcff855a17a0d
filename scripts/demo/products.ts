import type { ExternalUrl } from "../../src/delivery/catalog/external-urls.ts";
import { epub, pdf, zip } from "./documents.ts";
import { font } from "./font.ts";
import { leaf, wav } from "./media.ts";

export interface DemoProduct {
  sku: string;
  name: string;
  /** In pounds; null for what is given away. */
  price: number | null;
  /** How often it is bought, compared with the others. */
  share: number;
  files: Record<string, () => Uint8Array>;
  urls?: ExternalUrl[];
  /** Has license keys: so many more than units are sold, or fewer. */
  keys?: { prefix: string; spare: number };
}

const readme = (name: string) => Buffer.from(`${name}\n\nThank you for buying from Field & Fern.\n`);
const preset = (name: string, temperature: number) => () =>
  Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" crs:PresetType="Normal" crs:Name="${name}" crs:Temperature="${temperature}"/></rdf:RDF></x:xmpmeta>\n`,
  );

const herbarium = ["Blackthorn", "Hawthorn", "Dog rose", "Elder", "Hazel", "Field maple", "Spindle", "Guelder rose"];

/** What the demo's store sells: something of each kind that Waybill delivers. */
export const demoProducts: DemoProduct[] = [
  {
    sku: "FF-HERBARIUM",
    name: "The Hedgerow Herbarium (ebook)",
    price: 14,
    share: 22,
    files: {
      "The Hedgerow Herbarium.pdf": () =>
        pdf(
          "The Hedgerow Herbarium",
          herbarium.map((plant, page) => [plant, "", `Plate ${page + 1}. Found in hedges all over the country.`]),
        ),
      "The Hedgerow Herbarium.epub": () =>
        epub(
          "The Hedgerow Herbarium",
          Object.fromEntries(herbarium.map((plant) => [plant, `${plant} grows in hedges all over the country.`])),
        ),
    },
  },
  {
    sku: "FF-DAWN-CHORUS",
    name: "Dawn Chorus: field recordings",
    price: 9.5,
    share: 16,
    files: {
      "01 Blackbird.wav": () => wav(6, 1_800),
      "02 Song thrush.wav": () => wav(5, 2_400),
      "03 Wren.wav": () => wav(4, 4_200),
      "Cover.png": () => leaf(320),
    },
  },
  {
    sku: "FF-MEADOW-BLOCK",
    name: "Meadow Block (font family)",
    price: 28,
    share: 9,
    files: {
      "MeadowBlock-Regular.otf": () => font("Regular", 82),
      "MeadowBlock-Bold.otf": () => font("Bold", 100),
      "License.txt": () => readme("Meadow Block, for use by one person on five computers."),
    },
  },
  {
    sku: "FF-BRUSHES",
    name: "Botanical brushes",
    price: 12,
    share: 13,
    files: {
      "Botanical brushes.zip": () =>
        zip({ "Read me.txt": readme("Botanical brushes"), "Leaf.png": leaf(240), "Leaf, small.png": leaf(96) }),
    },
  },
  {
    sku: "FF-GOLDEN-HOUR",
    name: "Golden Hour: photo presets",
    price: 19,
    share: 11,
    files: {
      "Golden Hour, morning.xmp": preset("Golden Hour, morning", 6_100),
      "Golden Hour, meadow.xmp": preset("Golden Hour, meadow", 6_600),
      "Golden Hour, dusk.xmp": preset("Golden Hour, dusk", 7_200),
      "How to install.pdf": () =>
        pdf("Golden Hour", [["Open your photo program, choose Import presets,", "and pick the three .xmp files."]]),
    },
  },
  {
    sku: "FF-PLANNER",
    name: "Garden Planner 4 (license)",
    price: 39,
    share: 12,
    files: {
      "Garden Planner 4.zip": () =>
        zip({ "Read me.txt": readme("Garden Planner 4"), "planner.js": "console.log('What shall we plant?');\n" }),
    },
    // Some customers wait for theirs.
    keys: { prefix: "GP4", spare: -3 },
  },
  {
    sku: "FF-LEAF-ID",
    name: "Leaf ID plug-in (license)",
    price: 24,
    share: 7,
    files: {
      "Leaf ID.zip": () => zip({ "Read me.txt": readme("Leaf ID"), "leaf-id.json": '{"leaves": 214}\n' }),
    },
    keys: { prefix: "LID", spare: 40 },
  },
  {
    sku: "FF-PRUNING",
    name: "Pruning through the year (video course)",
    price: 45,
    share: 8,
    files: {
      "Course notes.pdf": () => pdf("Pruning through the year", [["January: apples and pears.", "July: plums."]]),
    },
    urls: [{ url: "https://videos.example.com/courses/pruning", name: "Watch the course" }],
  },
  {
    sku: "FF-WALKS",
    name: "Twelve walks in the Marches",
    price: 7.5,
    share: 14,
    files: {
      "Twelve walks.pdf": () =>
        pdf(
          "Twelve walks in the Marches",
          Array.from({ length: 12 }, (_, index) => [`Walk ${index + 1}`, "", "Follow the hedge to the brook."]),
        ),
      "Overview map.png": () => leaf(480),
    },
  },
  {
    sku: "FF-SAMPLER",
    name: "Free sampler",
    price: null,
    share: 3,
    files: { "Sampler.pdf": () => pdf("A sampler from Field & Fern", [["Three plates from the Hedgerow Herbarium."]]) },
  },
  {
    sku: "FF-ALMANAC",
    name: "Almanac for next year (to come)",
    price: 16,
    share: 0,
    files: {},
  },
];
