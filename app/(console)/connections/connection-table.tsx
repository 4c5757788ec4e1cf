import { nameInWords } from "@/components/ui/invisible-characters";
import type { Clock } from "@/components/ui/time-text";
import "server-only";
import type { ReactNode } from "react";
import { certificateState } from "@/app/_certificates/certificate-state";
import type { ListOf } from "@/app/_tables/list-page";
import { timeOrder } from "@/app/_tables/list-view";
import { MenuLink, PageLink, RowLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { IconWord } from "@/components/ui/icon";
import { Name } from "@/components/ui/name";
import { CopyEntry } from "@/components/ui/row-menu";
import type { ConnectionResponse } from "@/lib/contract/connection/connection";
import { isSaml, labelOf } from "@/lib/dashboard/management/identity-providers/read-connections";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { contentOf } from "./_edit/connection-request";
import { certificateInWords } from "./_form/connection-state";
import { formSections } from "./_form/provider-form-sections";
import { strategyInWords } from "./strategy-in-words";

/** A connection as one line of a table. What neither its type has nor the list shows is null. */
type ConnectionRow = ReturnType<typeof rowOf>;

export function rowOf(connection: ConnectionResponse, { now, timeZone }: Clock) {
	const { id, name, strategy, show_as_button } = connection;
	const content = contentOf(connection);
	const label = labelOf(connection);
	const certificate = content.access?.options === "unread" ? null : certificateState(content.signingCert, now);
	return {
		id,
		/** The display name, or the name where there is none. */
		label,
		/** Its name in addresses, where that differs from the label. */
		name: label === name ? null : (name ?? null),
		/** Null where the tenant does not report it. */
		strategy: strategy ?? null,
		isSaml: isSaml(connection),
		/** Whether the sign-in page shows a button for it while it is on. */
		isShown: show_as_button ?? null,
		/** Settings of SAML; null: they can't be read, or it has none. */
		saml: certificate && {
			provider: content.access?.embeddedOptions === "unread" ? content.signInEndpoint : content.issuer,
			certificate: certificateInWords(certificate, timeZone),
			/** When its certificate ends, ISO 8601 UTC; null where none is known. */
			certificateEnd: "at" in certificate ? certificate.at : null,
			isProviderInitiated: content.isProviderInitiated,
		},
	};
}

const NOT_KNOWN = <span className="text-muted">not known</span>;

/** A cell about a setting that only SAML has. */
function ofSaml({ isSaml, saml }: ConnectionRow, cell: (saml: NonNullable<ConnectionRow["saml"]>) => ReactNode) {
	if (saml) return cell(saml);
	return isSaml ? NOT_KNOWN : <span className="text-muted">—</span>;
}

/** The list of the tenant's connections. Those by SAML are set up here; each name links to its page. */
export const connectionList: ListOf<ConnectionRow> = {
	resource: "identity provider",
	create: "post_connections",
	intro: "Where users sign in to your applications.",
	introToChange: "Set up SAML 2.0 providers here; for all others, choose which applications use them.",
	parts: ["connection options"],
	columns: [
		{
			title: "Name",
			sort: { key: "name", of: ({ label }) => label },
			searched: ({ id, label, name }) => [id, label, name],
			cell: ({ id, label, name }) => (
				<>
					<RowLink href={pageOf("identity provider", id)} name={label} />{" "}
					{name ? (
						<code className="text-xs font-normal text-muted">
							<Name text={name} />
						</code>
					) : null}
				</>
			),
		},
		{
			title: "Type",
			sort: { key: "type", of: ({ strategy }) => strategyInWords(strategy) },
			searched: ({ strategy }) => [strategyInWords(strategy)],
			cell: ({ strategy }) => <ProviderType strategy={strategy} />,
		},
		{
			title: "Entity ID",
			sort: { key: "provider", of: ({ saml }) => saml?.provider || null },
			searched: ({ saml }) => [saml?.provider],
			cell: (row) =>
				ofSaml(row, ({ provider }) =>
					provider ? (
						<span className="wrap-anywhere">
							<Breakable text={provider} />
						</span>
					) : (
						<span className="text-muted">not set</span>
					),
				),
		},
		{
			// The list has none of them, and reading them is a request for each row.
			title: "Applications",
			cell: ({ id, label }) => (
				<PageLink
					href={`${pageOf("identity provider", id)}#${formSections.applications.id}`}
					title={`Its page names the applications of ${nameInWords(label)}`}
					className="text-muted underline"
				>
					not known
				</PageLink>
			),
		},
		{
			title: "Certificate",
			sort: { key: "certificate", of: ({ saml }) => timeOrder(saml?.certificateEnd ?? null) },
			cell: (row) =>
				ofSaml(row, ({ certificate: { word, tone, day } }) => (
					// One element, whose parts wrap where cells are laid out side by side.
					<span>
						{tone === "success" ? word : <Badge tone={tone}>{word}</Badge>}{" "}
						<span className="whitespace-nowrap">{day}</span>
					</span>
				)),
		},
		{
			title: "Button",
			cell: ({ isShown }) => (isShown === null ? NOT_KNOWN : isShown ? "shown while on" : "hidden"),
		},
		{
			title: "Sign-ins begin",
			cell: (row) => ofSaml(row, ({ isProviderInitiated }) => (isProviderInitiated ? "anywhere" : "at applications")),
		},
	],
	searchHelp: "Any part of a name, a type or an entity ID; or an ID.",
	countNote: (shown) => `, ${shown.filter(({ isSaml }) => isSaml).length} of them by SAML`,
	none: (
		<p>
			An identity provider lets users of another organization sign in to your applications with the accounts that they
			have there. These stay separate from your own accounts, whatever the e-mail address.
		</p>
	),
	toCreate: <p>You need the provider's metadata: ask its administrators for it.</p>,
	menu: {
		nameOf: ({ label }) => label,
		entries: ({ id }) => (
			<>
				<MenuLink href={pageOf("identity provider", id)}>Open</MenuLink>
				<MenuLink href={`${pageOf("identity provider", id)}/test`}>Test sign-in</MenuLink>
				<CopyEntry text={id}>Copy ID</CopyEntry>
			</>
		),
	},
};

/** How people sign in through an identity provider. */
export function ProviderType({ strategy }: { strategy: string | null | undefined }) {
	return <IconWord name="shield">{strategyInWords(strategy ?? null)}</IconWord>;
}
