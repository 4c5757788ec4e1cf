/** What an access token is bound to, by its claim `cnf`: a certificate (RFC 8705) or a key (RFC 9449). */
export type Confirmation = { "x5t#S256"?: unknown; jkt?: unknown };
