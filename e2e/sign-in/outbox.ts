import type { Visitor } from "../http/visitor";

/** The latest message at the outbox that matches. @param admin an editor who is signed in to the service */
export async function messageAt(admin: Visitor, pattern: RegExp, address = ""): Promise<string> {
	const page = await admin.open(`${address}/outbox`);
	const messages = [...page.document.querySelectorAll("li")].map(({ textContent }) => textContent ?? "");
	const found = messages.find((message) => pattern.test(message));
	if (!found) throw new Error(`No message like ${pattern} at ${page.url}.`);
	return found;
}

/** The link in the latest message with a link to an address. @param admin an editor who is signed in to the service */
export async function linkTo(admin: Visitor, email: string, address = ""): Promise<string> {
	const message = await messageAt(admin, new RegExp(`E-mail to ${email}\\s[^]*\\?ticket=`), address);
	return /https?:\/\/\S+\?ticket=[\w-]+/.exec(message)?.[0] ?? "";
}
