import { rememberInCookie } from "@/components/ui/remember-in-cookie";

const COOKIE = "question-key";

/** Whether the ? key opens the list of keys. It can be switched off: speech input may trigger it by mistake (WCAG 2.1.4). */
export function isQuestionKeyOn(): boolean {
	return !document.cookie.split("; ").includes(`${COOKIE}=off`);
}

export function switchQuestionKey(isOn: boolean): void {
	rememberInCookie(COOKIE, isOn ? "on" : "off");
}
