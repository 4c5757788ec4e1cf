/** Remembers "off" where the ? key was switched off; read by the server, so that the switch comes as it stands. */
export const QUESTION_KEY_COOKIE = "question-key";
