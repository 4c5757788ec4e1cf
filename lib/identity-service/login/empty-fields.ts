const email = "Enter your email address.";
const password = "Enter your password.";

/** What stands under the fields of the login page that were left empty. */
export const emptyFieldProblems = {
	"no-email": { email },
	"no-password": { password },
	"no-email-or-password": { email, password },
	"no-code": { code: "Enter the six digits of the code." },
} satisfies Record<string, { email?: string; password?: string; code?: string }>;

export type EmptyFields = keyof typeof emptyFieldProblems;

/** @returns null where both are filled in. Spaces are no address, but may be a password. */
export function emptyFields(typed: { email: string; password: string }): EmptyFields | null {
	const hasPassword = typed.password !== "";
	if (typed.email.trim() === "") return hasPassword ? "no-email" : "no-email-or-password";
	return hasPassword ? null : "no-password";
}
