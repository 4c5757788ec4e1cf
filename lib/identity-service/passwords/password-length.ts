/** Characters are Unicode code points. No kind of character is asked for (NIST SP 800-63B, "Password Verifiers"). */
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;
