import { hashPassword } from "../authentication/login/password-hash";

/** At the lowest cost a login takes no time in tests that are about something else. */
export const cheapPasswordHash = (password: string) => hashPassword(password, { N: 2, r: 1, p: 1 });
