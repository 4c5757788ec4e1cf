/** Holds whether the ? key is on. */
export const QUESTION_KEY_COOKIE = "question-key";

/** Whether the ? key opens the list of keys. It can be switched off: speech input may trigger it by mistake (WCAG 2.1.4). */
export function isQuestionKeyOn(): boolean {
	return !document.cookie.split("; ").includes(`${QUESTION_KEY_COOKIE}=off`);
}
