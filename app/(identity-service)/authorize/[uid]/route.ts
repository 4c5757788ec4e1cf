export { handleAuthentication as GET } from "@/lib/identity-service/authentication/handle-authentication";
