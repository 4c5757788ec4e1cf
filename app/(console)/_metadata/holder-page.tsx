import type { Metadata } from "next";
import type { ReactNode } from "react";
import { EndedHere } from "@/app/_history/ended-here";
import { historyOf } from "@/app/_history/history";
import { NotReadAgain, ResponseNotes, RoleNote, ScopeMissing } from "@/app/_page/notices";
import { Unread } from "@/app/_page/unread";
import { listAddress } from "@/app/_tables/list-view";
import { TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { Identifier } from "@/components/ui/identifier";
import { Name } from "@/components/ui/name";
import type { Clock } from "@/components/ui/time-text";
import type { InResponse } from "@/lib/dashboard/management/held-by-users";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { formPage, pageClock, pageReader } from "@/lib/dashboard/request/page";
import {
	listPageOf,
	type MetadataResource,
	pageOf,
	resources,
	resourceTitle,
} from "@/lib/dashboard/resources/resources";
import { permissionFor } from "@/lib/dashboard/resources/writes";
import { searchFault } from "@/lib/dashboard/search-text";
import { may } from "@/lib/dashboard/session/permissions";
import { accessTo, requirePageSession } from "@/lib/dashboard/session/session";
import { requestedRevocationOf } from "../_revocation/requested-revocation";
import { RevocationStatus } from "../_revocation/revocation-status";
import { DeviceTable } from "../device-table";
import type { MetadataSubject } from "./clear-metadata";
import { metadataEditor } from "./metadata-editor";
import { MetadataForm } from "./metadata-form";
import { metadataSave } from "./metadata-save";
import { entriesOf } from "./rows/metadata-rows";

type HolderPageProps = {
	params: Promise<{ id: string }>;
	searchParams?: Promise<Record<string, string | string[] | undefined>>;
};

/** What the page of one shows, beside what is alike on all of them. */
export type HolderParts = Pick<MetadataSubject, "user" | "detail"> & {
	/** Beside its identifier: names and flags. */
	head?: ReactNode;
	note?: ReactNode;
	end?: ReactNode;
	openedBy?: string | null;
	leaves?: readonly string[];
	aside?: ReactNode;
};

export type Shown = {
	clock: Clock;
	subject: string;
	/** What was searched for to find it; null: it was found otherwise. */
	search: string | null;
};

type HolderPageOptions<One> = {
	read: Reader<One>;
	deviceWords: Parameters<typeof DeviceTable>[0]["words"];
	partsOf: (one: One, shown: Shown) => Promise<HolderParts>;
	/** After a save, where the service can't be read again: nothing but its identifier is known. */
	unread: HolderParts;
	onMissing?: (id: string, subject: string) => void;
};

/** Reads one, once per request, for title and page. */
export function holderReader<One>(resource: MetadataResource, read: (id: string) => Promise<One>) {
	return pageReader(read, resource, metadataSave[resource].submitted);
}

type Reader<One> = ReturnType<typeof holderReader<One>>;

/** @param nameOf what the title begins with, before the ID; null where no name is known */
export function holderTitle<One>(
	resource: MetadataResource,
	read: Reader<One>,
	nameOf: (one: One) => Promise<string | null>,
) {
	return async ({ params }: HolderPageProps): Promise<Metadata> => {
		const id = decodeURIComponent((await params).id);
		const { value } = (await read(id)).outcome;
		const name = value ? await nameOf(value) : null;
		const which = name === null ? `${resourceTitle(resource)} ${id}` : `${name} · ${id}`;
		return { title: `${which} · ${resources[resource].title}` };
	};
}

export function holderPage<One extends InResponse<MetadataResource>>(
	resource: MetadataResource,
	options: HolderPageOptions<One>,
) {
	return async ({ params, searchParams }: HolderPageProps) => {
		const search = searchOf(await searchParams);
		const { metadata, ends } = resources[resource];
		const [end] = ends.one;
		const id = decodeURIComponent((await params).id);
		const { role, subject } = await requirePageSession(pageOf(resource, id));
		const requested = await requestedRevocationOf(resource, id);
		const clock = await pageClock();
		const { outcome, submitted } = await options.read(id);
		const { problem } = outcome;
		if (problem && !submitted) {
			if (problem.about === "missing") options.onMissing?.(id, subject);
			const gone = requested && (
				<Alert tone="success" title={ends.requested}>
					<p>The tenant no longer shows this {metadata.one}.</p>
					<EndedHere what={resource} id={id}>
						{null}
					</EndedHere>
					<p>{ends.stays.one}</p>
				</Alert>
			);
			const list = requested?.userId
				? { href: listPageOf(resource, requested.userId), text: `All ${metadata.many} of this user` }
				: undefined;
			return <Unread what={resource} id={id} problem={problem} gone={gone} list={list} />;
		}
		const one = outcome.value;
		const [parts, history, access] = await Promise.all([
			one ? options.partsOf(one, { clock, subject, search }) : options.unread,
			one ? historyOf([metadataEditor], resource, id) : undefined,
			// Where reading again failed the user is unknown, and the service is asked at the next submit.
			one ? accessTo(role, one.user_id) : { role, towards: role },
		]);
		// It is offered again where the tenant has not carried it out in a minute.
		const isEnding = requested?.isUnderWay ?? false;
		// What was typed stays in its form: the service checks when it is submitted again.
		const mayWrite = one ? canUse(access.towards, metadata.update) : may(access.towards, "editMetadata");
		const stored = one?.[metadata.wire];
		return (
			<>
				<PageHeader
					title={resourceTitle(resource)}
					actions={one && canUse(access.towards, end) && !isEnding ? parts.end : null}
				>
					<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
						<Identifier value={id} label="Copy ID" />
						{parts.head}
						{search ? (
							<TextLink href={listAddress(resources["refresh token"].path, { q: search })}>
								Back to the search for “<Name text={search} />”
							</TextLink>
						) : null}
					</p>
					{parts.note}
				</PageHeader>
				<div className="grid gap-5">
					{problem ? <NotReadAgain problem={problem} /> : <ResponseNotes />}
					<RoleNote {...access} permission="editMetadata" />
					{may(role, permissionFor(end)) ? <ScopeMissing of={end} /> : null}
					{requested ? <RevocationStatus watched={{ resource, id }} /> : null}
					<div className="grid items-start gap-x-10 gap-y-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,29rem)]">
						<div className="grid gap-5">
							{may(role, "editMetadata") ? <ScopeMissing of={metadata.update} /> : null}
							<MetadataForm
								of={{ resource, id, userId: one?.user_id ?? null, user: parts.user, detail: parts.detail }}
								baseline={submitted ?? { rows: entriesOf(stored) }}
								canWrite={mayWrite && !isEnding}
								isReported={!one || stored !== undefined}
								leaves={parts.leaves ?? []}
								{...formPage(subject, clock)}
								{...(history && { history })}
							/>
							{one ? (
								<DeviceTable device={one.device} words={options.deviceWords} openedBy={parts.openedBy ?? null} />
							) : null}
						</div>
						{one ? <div className="grid gap-5">{parts.aside}</div> : null}
					</div>
				</div>
			</>
		);
	};
}

function searchOf({ search }: Record<string, string | string[] | undefined> = {}): string | null {
	const text = typeof search === "string" ? search.trim() : "";
	return text === "" || searchFault(text) ? null : text;
}
