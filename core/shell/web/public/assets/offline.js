// Goes back to where the person was (kept by the app before it came here).
const back = () => location.replace(sessionStorage.getItem('loupe_last_url') ?? '/');
addEventListener('online', back);
document.getElementById('again').addEventListener('click', () => {
  if (navigator.onLine) back();
});
