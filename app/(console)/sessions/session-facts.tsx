import type { ReactNode } from "react";
import { NameLink } from "@/components/layout/links";
import { Fact, Facts, notReported } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { Session } from "@/lib/contract/session";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { Served } from "./logout-notices";

/** A session, as a page shows it. */
export type ShownSession = {
	session: Session;
	/** The user's e-mail address or name. */
	user: string;
	served: Served;
	/** Who opened it as the user; null: the user. */
	openedBy: string | null;
};

const times = [
	["Created", "created_at"],
	["Authenticated", "authenticated_at"],
	["Last used", "last_interacted_at"],
	["Ends if unused", "idle_expires_at"],
	["Ends at latest", "expires_at"],
] as const satisfies [string, keyof Session][];

/** Everything about a session but its metadata, its device and its refresh tokens. */
export function SessionFacts({ session, user, served, openedBy, clock }: ShownSession & { clock: Clock }) {
	const { user_id, cookie } = session;
	return (
		<Section title="About this session">
			<Facts>
				<Fact term="User">
					{user_id ? (
						<LinkedId href={pageOf("user", user_id)} text={user} id={user_id} label="Copy user ID" />
					) : (
						notReported
					)}
				</Fact>
				{openedBy === null ? null : (
					<Fact term="Opened by">
						<Opener name={openedBy} subject={session.actor?.sub} />
					</Fact>
				)}
				<Fact term="Applications">
					<Applications {...served} />
				</Fact>
				<Fact term="Signed in with">
					<Methods methods={session.authentication?.methods} clock={clock} />
				</Fact>
				{times.map(([term, field]) => (
					<Fact key={field} term={term}>
						<TimeText value={session[field]} clock={clock} missing="not reported" />
					</Fact>
				))}
				<Fact term="Cookie">{cookie?.mode ? cookieInWords(cookie.mode) : notReported}</Fact>
			</Facts>
		</Section>
	);
}

export function OpenedBy({ name }: { name: string }) {
	return (
		<p className="basis-full text-sm">
			Opened by <Name className="font-medium" text={name} /> as this user: the device is not one of the user’s.
		</p>
	);
}

/** @param subject the identifier of a user of the tenant, or any other */
function Opener({ name, subject }: { name: string; subject: string | null | undefined }) {
	if (!subject?.includes("|")) return <Name text={name} />;
	return <LinkedId href={pageOf("user", subject)} text={name} id={subject} label="Copy ID of the opener" />;
}

type LinkedIdProps = {
	href: string;
	text: string;
	id: string;
	label: string;
	children?: ReactNode;
};

/** A link, and the identifier of what it leads to, unless that is its text. */
export function LinkedId({ href, text, id, label, children }: LinkedIdProps) {
	return (
		<span className="grid justify-items-start gap-1">
			<NameLink href={href} className="text-accent underline" name={text} />
			{text === id ? null : <Identifier value={id} label={label} />}
			{children}
		</span>
	);
}

function cookieInWords(mode: string): string {
	if (mode === "persistent") return "persistent: stays when the browser is closed";
	return mode === "non-persistent" ? "non-persistent: gone when the browser is closed" : mode;
}

function Applications({ applications, mayBeMore }: Served) {
	if (applications.length === 0) return mayBeMore ? notReported : "none";
	return (
		<ul className="grid gap-1">
			{applications.map(({ id, name }) => (
				<li key={id}>
					<NameLink href={pageOf("application", id)} className="text-accent underline" name={name} />
				</li>
			))}
			{mayBeMore ? <li>another, {notReported}</li> : null}
		</ul>
	);
}

type Method = NonNullable<NonNullable<Session["authentication"]>["methods"]>[number];

/** Names that the interface documents; another one is shown as it is. */
const methodNames: ReadonlyMap<string, string> = new Map([
	["pwd", "password"],
	["otp", "one-time code"],
	["federated", "identity provider"],
	["passkey", "passkey"],
	["sms", "code by SMS"],
	["email", "code by e-mail"],
	["mfa", "second factor"],
]);

export function methodInWords(name: string): string {
	return methodNames.get(name) ?? name;
}

function Methods({ methods, clock }: { methods: readonly Method[] | null | undefined; clock: Clock }) {
	if (!methods || methods.length === 0) return methods ? "none" : notReported;
	return (
		<ul className="grid gap-1">
			{methods.map(({ name, type, timestamp }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered, and a method may occur twice.
				<li key={index}>
					{name ? methodInWords(name) : notReported}
					{type ? ` (${type})` : ""}, <TimeText value={timestamp} clock={clock} missing="time not reported" />
				</li>
			))}
		</ul>
	);
}
