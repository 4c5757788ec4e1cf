import type { Metadata } from "next";
import { ButtonLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Breakable } from "@/components/ui/breakable";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { TimeText } from "@/components/ui/time-text";
import { dashboardConfig } from "@/lib/dashboard/config";
import { pageClock } from "@/lib/dashboard/request/page";
import { doingsOf } from "@/lib/dashboard/session/permissions";
import type { RoleRule } from "@/lib/dashboard/session/role";
import { type Account, accountOfRequest, requirePageSession } from "@/lib/dashboard/session/session";

export const metadata: Metadata = { title: "Account" };

/** Who is signed in, with which role, and which rule gives it. */
export default async function AccountPage() {
	await requirePageSession("/account");
	const account = await accountOfRequest();
	return (
		<>
			<PageHeader title="Account" actions={<ButtonLink href="/your-sessions">Your sessions</ButtonLink>}>
				Who you are to this console, what you may do, and why.
			</PageHeader>
			{account ? <AccountFacts account={account} /> : null}
		</>
	);
}

async function AccountFacts({ account }: { account: Account }) {
	const { identity, name, role, rule, claimed, signedInAt, sessionEnds, roleByName } = account;
	const { subject, email, emailVerified } = identity;
	const clock = await pageClock();
	const byClaim = rule?.by.kind === "claim" ? claimed : null;
	return (
		<div className="grid gap-5">
			<Facts>
				<Fact term="Name">
					<Name text={name} />
				</Fact>
				<Fact term="E-mail address">
					{email ? (
						<>
							<Name text={email} />{" "}
							<span className="text-muted">{emailVerified ? "(verified)" : "(not verified by the tenant)"}</span>
						</>
					) : null}
				</Fact>
				<Fact term="ID">
					<Identifier value={subject} label="Copy your ID" />
				</Fact>
				<Fact term="Role">{role}</Fact>
				<Fact term="Rule">
					<Rule rule={rule} />
				</Fact>
				<Fact term="Signed in">
					<TimeText value={byClaim?.signedInAt ?? signedInAt} clock={clock} />
				</Fact>
				<Fact term="Role ends">
					{byClaim ? (
						<>
							<TimeText value={byClaim.until} clock={clock} />
							{roleByName ? ` From then on your role is ${roleByName}.` : " Sign in again before then to keep it."}
						</>
					) : (
						`At the next click after ${rule ? "the settings no longer name you" : "the sample tenant no longer stores it"}.`
					)}
				</Fact>
				<Fact term="Session ends">
					<TimeText value={sessionEnds} clock={clock} />
				</Fact>
			</Facts>
			<Section title="What your role may do">
				<ul className="list-disc pl-5 text-sm">
					{doingsOf(role).map((doing) => (
						<li key={doing}>{doing}</li>
					))}
				</ul>
			</Section>
		</div>
	);
}

function Rule({ rule }: { rule: RoleRule | null }) {
	if (!rule) return "The sample tenant stores your role.";
	const setting = <code>{rule.setting}</code>;
	switch (rule.by.kind) {
		case "id":
			return <>{setting} names your ID.</>;
		case "email":
			return <>{setting} names your verified e-mail address.</>;
		case "claim":
			return (
				<>
					{setting} names the value “
					<Name text={rule.by.value} />” of the claim{" "}
					<code>
						<Breakable text={dashboardConfig().roleClaim?.name ?? ""} />
					</code>
					, which the ID token of your last sign-in has.
				</>
			);
	}
}
