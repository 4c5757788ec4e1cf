import { type IconName, IconWord } from "@/components/ui/icon";
import { appTypeLabel } from "./_edit/application-labels";

const icons: Record<string, IconName> = {
	non_interactive: "machine",
	regular_web: "globe",
	spa: "browser",
	native: "phone",
};

/** What kind of program it is: its drawing and the word for it. @param type as the service names it */
export function ApplicationType({ type }: { type: string | null | undefined }) {
	return <IconWord name={icons[type ?? ""] ?? "applications"}>{appTypeLabel(type)}</IconWord>;
}
