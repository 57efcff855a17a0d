import type { Random } from "./random.ts";

export interface Customer {
  firstName: string;
  lastName: string;
  email: string;
  ipAddress: string;
  userAgent: string;
}

const firstNames =
  "Ada Amélie Anke Ben Bridget Chiara Daniel Eilidh Elif Erik Fatima Freya George Hana Haruto Ines Isla Jakub Jonas Katrin Leila Liam Lucía Mairi Marta Mateo Nadia Niamh Noah Olu Paula Priya Rowan Sanne Sofia Tariq Tomás Wren Yuki Zoë".split(
    " ",
  );
const lastNames =
  "Ashworth Bauer Becker Brown Campbell Castro Dubois Evans Fischer García Haddad Hughes Ito Jansen Jones Kaya Kowalska Lindqvist MacLeod Meier Moreau Morgan Novák O'Brien Okafor Patel Price Rossi Schmidt Silva Smith Tanaka Taylor Thomas Varga Walker Weiß Williams Wood Young".split(
    " ",
  );
const hosts = ["example.com", "example.org", "example.net", "mail.example", "post.example"];
const programs = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
  "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  "Wget/1.25.0",
];

/** So many people with addresses from the networks that are set aside for documentation (RFC 5737, RFC 3849). */
export function customers(random: Random, count: number): Customer[] {
  return Array.from({ length: count }, () => {
    const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
    const plain = `${firstName}.${lastName}`
      .normalize("NFD")
      .replace(/ß/g, "ss")
      .replace(/[^\w.]/g, "")
      .toLowerCase();
    return {
      firstName,
      lastName,
      email: `${plain}${random.chance(0.3) ? random.whole(2, 99) : ""}@${random.pick(hosts)}`,
      ipAddress: address(random),
      userAgent: random.pick(programs),
    };
  });
}

function address(random: Random): string {
  if (random.chance(0.25))
    return `2001:db8:${random.whole(1, 0xffff).toString(16)}::${random.whole(1, 0xffff).toString(16)}`;
  return `${random.pick(["192.0.2", "198.51.100", "203.0.113"])}.${random.whole(1, 254)}`;
}
