/** Encrypts texts with the installation's secret. Decrypts those of the old secret too. */
export interface Cipher {
  /** Prefixes of encrypted texts: the current secret's, then the old one's if there is one. */
  readonly prefixes: readonly [current: string, old?: string];
  encrypt(text: string): string | Promise<string>;
  /** Throws if the text was encrypted with a third secret or has been modified. */
  decrypt(encrypted: string): string | Promise<string>;
}
