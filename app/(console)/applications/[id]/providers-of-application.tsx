import "server-only";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { NameLink } from "@/components/layout/links";
import { ManagementError } from "@/lib/dashboard/management/call/errors";
import {
	beyond,
	orError,
	readClientConnections,
	unreadInWords,
} from "@/lib/dashboard/management/identity-providers/connection-clients";
import { labelOf } from "@/lib/dashboard/management/identity-providers/read-connections";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { strategyInWords } from "../../connections/strategy-in-words";

/** Where people can sign in to an application. Each is switched on its own page. */
export async function ProvidersOfApplication({ id, canSwitch }: { id: string; canSwitch: boolean }) {
	const found = await orError(readClientConnections(id));
	if (found instanceof ManagementError) return <p className="text-sm">Not known: {unreadInWords(found)}.</p>;
	const { items, unreadable, isWhole } = found;
	return (
		<>
			<p className="text-sm text-muted">
				Users can sign in through these.{canSwitch ? " Turn each on or off on its own page." : ""}
			</p>
			{items.length === 0 && unreadable === 0 ? <p className="text-sm">No identity provider is on for it.</p> : null}
			<ul className="grid gap-1 text-sm">
				{items.map((one) => (
					<li key={one.id} className="flex flex-wrap items-baseline gap-x-2">
						<NameLink
							href={pageOf("identity provider", one.id)}
							className="inline-flex min-h-6 items-center underline"
							name={labelOf(one)}
						/>
						<span className="text-muted">{strategyInWords(one.strategy ?? null)}</span>
					</li>
				))}
			</ul>
			<UnreadableRows count={unreadable} />
			{isWhole || unreadable > 0 ? null : (
				<p className="text-sm">Not all are listed: {beyond("identity providers")}.</p>
			)}
		</>
	);
}
