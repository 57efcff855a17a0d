import { describe, expect, test } from "bun:test";
import { readKey, readKeys } from "../../../src/delivery/licenses/read-key-list.ts";

/** The keys of the text, or `LINE: problem` for each wrong line. */
const read = async (text: string) =>
  (await readKeys(text)).flatMap((found) => {
    if ("header" in found) return [];
    return "key" in found ? found.key : `${found.line}: ${found.problem}`;
  });

const block = "-----BEGIN LICENSE FILE-----\nbWFkZSB1cA==\n\n+a/b=\n-----END LICENSE FILE-----";

describe("lists of license keys", () => {
  test.each<[string, string[]]>([
    ["key\nKEY-9\n", ["KEY-9"]],
    ["\ufeffLicense Key\rA\rB", ["A", "B"]],
    ['"license_key"\r\n"A"\r\n"B ""2"""', ["A", 'B "2"']],
    ["Lizenzschlüssel\nA\nLizenzschlüssel\nB\n", ["A", "B"]],
    ["serial-number\nserial-0001\n", ["serial-0001"]],
    ['"KEY-1"\n“KEY-2”\n\'KEY-3\'\n="00123"\n', ["KEY-1", "KEY-2", "KEY-3", "00123"]],
    ["A\u200b-1\n\u200b\n\u2060B\ufeff\nC\u00a0D \u00a0\n", ["A-1", "B", "C D"]],
    ["e\u0301\n", ["\u00e9"]],
    ['"A,B"\n12E45\n0012\n', ["A,B", "12E45", "0012"]],
    ["key,email\nA,ann@example.com\nB,\n", ["A", "B"]],
    ["sep=;\r\nid;License key;note\r\n1;A,1;x\r\n2;B;\r\n", ["A,1", "B"]],
    [`A\n${block}\nB`, ["A", block, "B"]],
    [`"${block}"\n`, [block]],
    [block.replaceAll("\n", "\r"), [block]],
    [
      "----- BEGIN LICENSE -----\nAnn\n------ END LICENSE ------",
      ["----- BEGIN LICENSE -----\nAnn\n------ END LICENSE ------"],
    ],
    ...[
      "——— BEGIN LICENSE ———\ny\n——— END LICENSE ———",
      "—– BEGIN LICENSE —–\nSingle User\nEA7E-1\n—— END LICENSE ——",
      "<<< BEGIN KEY >>>\nx1\n<<< END KEY >>>",
      "# begin license\nz\n# end license",
      "•• Begin Lizenz ••\nz\n•• End Lizenz ••",
    ].map((text): [string, string[]] => [text, [text]]),
    ["BEGIN-1\nEND-1", ["BEGIN-1", "END-1"]],
    ["begin\nend\nBegin it", ["begin", "end", "Begin it"]],
  ])("%j is read", async (text, keys) => {
    expect(await read(text)).toEqual(keys);
  });

  test.each<[string, string[]]>([
    ["A\nKEY-1,ann@example.com\nKEY-2\tx\n", ["2: has more than one column. K", "3: has more than one column. K"]],
    ["1.23457E+15\n1,23457E+15\n9E+15", [1, 2, 3].map((line) => `${line}: is a number that a spreadsheet`)],
    ["A\n#N/A", ["2: is an error of a spreadsheet"]],
    ['"A\nB"\n', ["1: has a quotation mark without ", "2: has a quotation mark without "]],
    ["A\r-----BEGIN X-----\rB", ["2: begins a key of several lines,"]],
    ["A\n-----END X-----", ["2: ends a key of several lines, w"]],
    [`-----BEGIN X-----\n${"x\n".repeat(1300)}-----END X-----`, ["1: begins a key of more than 250"]],
    [
      "key,email\nA,a@example.com\n,b@example.com\nC,c,d",
      ["3: has no key in its column", "4: has 3 columns, but the first "],
    ],
    ["A\u0000", ["1: must contain only printable c"]],
    ["AAAA-0001\nserial-number\nAAAA-0002", ["2: is the name of a column"]],
    ["Lizenzschlüssel\nA\nkey\nB\n", ["3: is the name of a column"]],
    ["serial-number\nmonkey-wrench\nserial-code\n", ["1: looks like a column name", "3: is the name of a column"]],
    ["CODE\nALPHA", ["1: looks like a column name"]],
    ["key", ["1: looks like a column name"]],
    ["key,note\nserial,x\nA,y", ["2: is the name of a column"]],
    ["\ufffdA", ["1: has a character that could no"]],
  ])("%j is refused with its lines", async (text, problems) => {
    const wrong = await read(text);
    expect(wrong).toEqual(problems.map((problem) => expect.stringContaining(problem)));
  });

  test("a column name that is skipped is told", async () => {
    const headers = async (text: string) => (await readKeys(text)).filter((found) => "header" in found);
    expect(await headers("\nLicense key\nA\nLicense key\nB")).toEqual([
      { line: 2, header: "License key" },
      { line: 4, header: "License key" },
    ]);
    expect(await headers("key;note\nA;x\nkey;note\nB;y")).toEqual([1, 3].map((line) => ({ line, header: "key;note" })));
    expect(await headers(`Key\n${block}`)).toEqual([{ line: 1, header: "Key" }]);
  });

  test("each entry of a list is one key by the same rules", () => {
    expect(readKey('"A,B"')).toEqual({ key: "A,B" });
    expect(readKey(`${block.replaceAll("\n", "\r\n")}\r\n`)).toMatchObject({ key: block });
    for (const entry of [
      "key",
      "A,B",
      "A\nB",
      "1.23457E+15",
      "-----BEGIN X-----",
      "A\nkey",
      `${block}\nA`,
      " \u200b",
    ]) {
      expect(readKey(entry)).toEqual({ problem: expect.any(String) });
    }
  });

  test("a hundred thousand keys are read in short steps", async () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `KEY-${index}-\u00e9xxxxxx`).join("\r\n");
    let turns = 0;
    let reading = true;
    const count = () => {
      turns++;
      if (reading) setImmediate(count);
    };
    setImmediate(count);
    expect(await readKeys(text)).toHaveLength(100_000);
    reading = false;
    expect(turns).toBeGreaterThan(20);
  });
});
